import assert from "node:assert/strict";
import { type CodeFiles, scoreEdges, scoreText } from "../support/code_base.ts";

const FILES: CodeFiles = {
  "composer.json": JSON.stringify({
    autoload: { "psr-4": { "App\\": "src/" }, files: ["src/functions.php"] },
    "autoload-dev": { "psr-4": { "App\\Tests\\": "tests/" } },
  }),
  "src/functions.php": `<?php
function slug(string $text): string { return trim_all($text); } //> trim_all
function trim_all(string $text): string { return trim($text); }
`,
  "src/Models/Model.php": `<?php
namespace App\\Models;

abstract class Model
{
    public function save(): bool { return $this->validate(); } //> App\\Models\\Model::validate, App\\Models\\User::validate
    protected function validate(): bool { return true; }
    public static function find(int $id): static { return new static; } //> App\\Models\\Model
    public static function boot(): void { static::find(1); } //> App\\Models\\Model::find
}
`,
  "src/Models/User.php": `<?php
namespace App\\Models;

use App\\Support\\{Sluggable, Clock as Time};

class User extends Model
{
    use Sluggable;

    /** @var Profile */
    protected $profile;

    public function __construct(private ?Time $clock = null) {
        $this->profile = new Profile($this); //> App\\Models\\Profile::__construct
    }

    protected function validate(): bool {
        $this->clock->now(); //> App\\Support\\Clock::now
        $this->profile->touch(); //> App\\Models\\Profile::touch
        return parent::validate(); //> App\\Models\\Model::validate
    }

    public function name(): string { return $this->makeSlug('x'); } //> App\\Support\\Sluggable::makeSlug
}
`,
  "src/Models/Profile.php": `<?php
namespace App\\Models;

class Profile
{
    public function __construct(private User $owner) {}
    public function touch(): self { $this->owner->save(); return $this; } //> App\\Models\\Model::save
    public function reset(): void { $this->touch()->touch(); } //> App\\Models\\Profile::touch
}
`,
  "src/Support/Sluggable.php": `<?php
namespace App\\Support;

use function App\\Text\\shorten as cut;

trait Sluggable
{
    public function makeSlug(string $text): string {
        return cut(slug($text)); //> App\\Text\\shorten, slug
    }
}

interface Store { public function put(string $key): void; }

class Memory implements Store { public function put(string $key): void {} }
class Other { public function put(string $key): void {} }

function slugless(): void {}
`,
  "src/Support/Clock.php": `<?php
namespace App\\Support;

class Clock
{
    private static ?Clock $instance = null;
    public static function get(): Clock { self::$instance->now(); return self::$instance ??= new self; } //> App\\Support\\Clock::now, App\\Support\\Clock
    public function now(): int { return time(); }
}
`,
  "src/Text/text.php": `<?php
namespace App\\Text;

function shorten(string $text): string { return \\App\\Text\\cut($text); } //> App\\Text\\cut
function cut(string $text): string { return $text; }
function time(): int { return namespace\\cut('x'); } //> App\\Text\\cut
`,
  "src/Http/Controller.php": `<?php
namespace App\\Http;

use App\\Models;
use App\\Models\\User as Account;
use App\\Support\\Clock;
use App\\Support\\Store;
use Carbon\\Carbon;

class Controller
{
    public function show(Store $store): void {
        $user = Account::find(1); //> App\\Models\\Model::find
        $user->save(); //> App\\Models\\Model::save
        $user->name(); //> App\\Models\\User::name
        $other = new Models\\Profile($user); //> App\\Models\\Profile::__construct
        $other->touch()->reset(); //> App\\Models\\Profile::touch, App\\Models\\Profile::reset
        \\App\\Models\\User::find(2)?->name(); //> App\\Models\\Model::find, App\\Models\\User::name
        Clock::get()->now(); //> App\\Support\\Clock::get, App\\Support\\Clock::now
        Carbon::now();
        (new Carbon)->touch();
        $store->put('x'); //> App\\Support\\Store::put, App\\Support\\Memory::put
        $save = fn () => 1;
        $save();
        (new Account)->save(); //> App\\Models\\User::__construct, App\\Models\\Model::save
    }

    /** @param Models\\Profile[] $profiles */
    public function all(array $profiles): void {
        try {
            $this->show(); //> App\\Http\\Controller::show
        } catch (Failure $e) {
            $e->report(); //> App\\Http\\Failure::report
        }
        $handler = new class {
            public function show() {}
            public function run() { $this->show(); } //> App\\Http\\Controller::all::class@anonymous::show
        };
        $handler->unknown();
        slug('x'); //> slug
        slugless();
        array_map($this->show(...), []); //> App\\Http\\Controller::show
    }
}

class Failure extends \\RuntimeException { public function report(): void {} }
`,
  "tests/UserTest.php": `<?php
namespace App\\Tests;

use App\\Models\\User;
use PHPUnit\\Framework\\TestCase;

class UserTest extends TestCase
{
    private User $user;

    protected function setUp(): void { $this->user = new User(); } //> App\\Models\\User::__construct

    public function testName(): void {
        $this->assertSame('x', $this->user->name()); //> App\\Models\\User::name
        $this->helper()->save(); //> App\\Tests\\UserTest::helper, App\\Models\\Model::save
    }

    private function helper(): User { return $this->user; }
}
`,
  "legacy/app.rb": "def slug(text)\n  trim_all(text)\nend\n",
};

Deno.test("callers of PHP are found where its users see them", async () => {
  const score = await scoreEdges(FILES, "php");
  console.log(scoreText(score));
  assert.ok(score.labelled >= 30);
  assert.ok(score.precision >= 0.95);
  assert.ok(score.recall >= 0.75);
});
