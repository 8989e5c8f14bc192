import assert from "node:assert/strict";
import { type CodeFiles, scoreEdges, scoreText } from "../support/code_base.ts";

const FILES: CodeFiles = {
  "lib/shop/store.rb": `module Shop
  class Base
    def initialize(name); @log = Log.new(name); end #> Shop::Log#initialize
    def save_all(list)
      prepare_items(list) #> Shop::Base#prepare_items, Shop::Store#prepare_items
      list.each { |item| persist_item(item) } #> Shop::Base#persist_item
      @log.write_line("x") #> Shop::Log#write_line
    end
    def persist_item(item); self.touch_item(item); end #> Shop::Base#touch_item
    def touch_item(item); end
    def prepare_items(list); end
    def self.build(name)
      new(name).save_all([]) #> Shop::Base#initialize, Shop::Base#save_all
    end
  end

  class Store < Base
    include Printing
    LIMIT = 3
    def prepare_items(list); print_line(list); end #> Shop::Printing#print_line
    def run(name)
      save_all([name]) #> Shop::Base#save_all
      Store.build(name) #> Shop::Base.build
      Shop::Store.new(name).run(name) #> Shop::Base#initialize, Shop::Store#run
      Helpers::Text.shorten(name) #> Shop::Helpers::Text.shorten
      log = Log.new(name) #> Shop::Log#initialize
      log.write_line(name) #> Shop::Log#write_line
    end
  end

  class Log
    class << self
      def open_default(x); end
    end
    def initialize(name); Log.open_default(name); end #> Shop::Log.open_default
    def write_line(text); flush_now(text); end #> Shop::Log#flush_now
  end
end
`,
  "lib/shop/log_more.rb": `class Shop::Log
  def flush_now(text); write_line(text); end #> Shop::Log#write_line
end

module Shop
  module Printing
    def print_line(list); finish_line(list); end #> Shop::Printing#finish_line
    def finish_line(list); end
  end
  module Helpers
    class Text
      def self.shorten(text); trim_text(text); end #> Shop::Helpers::Text.trim_text
      def self.trim_text(text); end
    end
  end
end
`,
  "lib/other.rb": `module Other
  class Log
    def initialize(name); end
    def write_line(text); end
  end
  class Job
    def perform(name)
      log = Log.new(name) #> Other::Log#initialize
      log.write_line(name) #> Other::Log#write_line
      ::Shop::Log.new(name).flush_now(name) #> Shop::Log#initialize, Shop::Log#flush_now
      @store ||= Shop::Store.new(name) #> Shop::Base#initialize
      @store.run(name) #> Shop::Store#run
      write_line = name
      top_helper(name) #> top_helper
    end
  end
end

def top_helper(name); Other::Job.new.perform(name); end #> Other::Job, Other::Job#perform
`,
  "spec/store_spec.rb": `RSpec.describe Shop::Store do
  it "runs" do
    store = Shop::Store.new("x") #> Shop::Base#initialize
    store.run("y") #> Shop::Store#run
    top_helper("z") #> top_helper
  end
end
`,
  "app.py": "def top_helper(name):\n    write_line(name)\n",
};

Deno.test("callers of Ruby are found where its users see them", async () => {
  const score = await scoreEdges(FILES, "ruby");
  console.log(scoreText(score));
  assert.ok(score.labelled >= 30);
  assert.ok(score.precision >= 0.95);
  assert.ok(score.recall >= 0.75);
});
