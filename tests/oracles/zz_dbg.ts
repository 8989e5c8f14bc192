import { CallerSample } from "./caller_sample.ts";
import { languageService } from "./typescript_service.ts";
import ts from "typescript";
const [dir, path, name] = Deno.args;
const sample = await CallerSample.open(dir, "ecmascript");
const s = languageService(sample);
const p = s.getProgram()!;
const sf = p.getSourceFile(`${dir}/${path}`)!;
const ch = p.getTypeChecker();
ts.forEachChild(sf, function v(n: ts.Node) {
  if (ts.isIdentifier(n) && n.text === name) {
    const sy = ch.getSymbolAtLocation(n);
    console.log(
      n.getStart(),
      n.parent.getText().slice(0, 60),
      "|",
      sy?.declarations?.map((d) => d.getSourceFile().fileName + " " + d.getText().slice(0, 50)),
      "|",
      ch.typeToString(ch.getTypeAtLocation(n)).slice(0, 100),
    );
  }
  ts.forEachChild(n, v);
});
