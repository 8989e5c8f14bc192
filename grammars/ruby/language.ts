import type { Language } from "../../src/syntax/language.ts";
import { rubyGrammar } from "./grammar.ts";

/** By what the files of Ruby are known. */
export const ruby: Language = {
  id: "ruby",
  name: "Ruby",
  extensions: [".rb", ".rake", ".gemspec", ".ru"],
  filenames: [
    "Gemfile",
    "Rakefile",
    "Guardfile",
    "Podfile",
    "Vagrantfile",
    "Brewfile",
    "Fastfile",
    "gems.rb",
  ],
  interpreters: ["ruby", "jruby", "rake", "rbx"],
  grammar: rubyGrammar,
};
