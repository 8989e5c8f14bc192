import assert from "node:assert/strict";
import { type CodeFiles, scoreEdges, scoreText } from "../support/code_base.ts";

const FILES: CodeFiles = {
  "src/Models/User.cs": `namespace App.Models;

public abstract class Entity {
  public void Save() { Validate(); } //> Entity.Validate, User.Validate
  protected virtual void Validate() {}
}

public class User : Entity {
  private readonly Profile _profile;
  public Profile Main { get; set; }
  public User(string name) { _profile = new Profile(this); } //> Profile.Profile
  public User() : this("x") { } //> User.User
  protected override void Validate() { base.Validate(); _profile.Touch(); } //> Entity.Validate, Profile.Touch
  public static User Find(int id) { return new User("y"); } //> User.User
}

public partial class Profile {
  private User owner;
  public Profile(User owner) { this.owner = owner; }
  public Profile Touch() { owner.Save(); Log(); return this; } //> Entity.Save, Profile.Log
}
`,
  "src/Models/Profile.Log.cs": `namespace App.Models {
  public partial class Profile {
    private void Log() { Touch().Touch(); } //> Profile.Touch
  }
}
`,
  "src/Text/Strings.cs": `namespace App.Text;

public static class Strings {
  public static string Shorten(this string text) => Cut(text, 3); //> Strings.Cut
  public static string Cut(string text, int length) => text;
  public static void SlugifyText(this string text) { Shorten(text); } //> Strings.Shorten
}

public interface IStore { void Put(string key); }
public class Memory : IStore { public void Put(string key) { } }
public class Other { public void Put(string key) { } }
`,
  "src/Web/Controller.cs": `using System;
using System.Threading.Tasks;
using App.Models;
using static App.Text.Strings;
using Txt = App.Text;
using Account = App.Models.User;

namespace App.Web {
  public class Controller {
    private readonly Txt.IStore store;
    public Controller(Txt.IStore store) { this.store = store; Reset(); } //> Controller.Reset

    private void Reset() { }

    public async Task<User> Load(int id) {
      User user = User.Find(id); //> User.Find
      user.Save(); //> Entity.Save
      user.Main.Touch(); //> Profile.Touch
      var other = new Account("z"); //> User.User
      other?.Save(); //> Entity.Save
      Account.Find(1).Save(); //> User.Find, Entity.Save
      store.Put("x"); //> IStore.Put, Memory.Put
      Cut("abc", 1); //> Strings.Cut
      Txt.Strings.Cut("abc", 1); //> Strings.Cut
      App.Text.Strings.Cut("abc", 1); //> Strings.Cut
      "abc".SlugifyText(); //> Strings.SlugifyText
      Console.WriteLine("Save");
      foreach (var each in All()) { each.Save(); } //> Controller.All, Entity.Save
      if (id is object o && o is Profile p) p.Touch(); //> Profile.Touch
      (await Load(id)).Save(); //> Controller.Load, Entity.Save
      void Local() { Reset(); } //> Controller.Reset
      Local(); //> Controller.Load.Local
      Action run = () => Reset(); //> Controller.Reset
      run();
      return user;
    }

    private List<User> All() => null;
  }
}
`,
  "src/Web/Decoy.cs": `namespace App.Decoy;

public class User { public static User Find(int id) => null; public void Save() { } }
public class Page { public void Show() { User.Find(1).Save(); } } //> src/Web/Decoy.cs:User.Find, src/Web/Decoy.cs:User.Save
`,
  "tests/UserTests.cs": `using App.Models;
using Xunit;

namespace App.Tests;

public class UserTests {
  private readonly User user = new User("t"); //> User.User

  [Fact]
  public void Saves() {
    user.Save(); //> Entity.Save
    Assert.Equal(1, Helper().GetHashCode()); //> UserTests.Helper
  }

  private User Helper() { return user; }
}
`,
};

Deno.test("callers of C# are found where its users see them", async () => {
  const score = await scoreEdges(FILES, "csharp");
  console.log(scoreText(score));
  assert.ok(score.labelled >= 30);
  assert.ok(score.precision >= 0.95);
  assert.ok(score.recall >= 0.75);
});
