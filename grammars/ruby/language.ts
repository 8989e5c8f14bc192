import type { Language } from "../../src/syntax/language.ts";

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
  grammar: async () => (await import("./grammar.ts")).rubyGrammar,
};
