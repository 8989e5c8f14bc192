/**
 * Packages of an npm registry, read as a stream: of packages with 60 MB of sources only the files that
 * are wanted are kept, and nothing is installed or run.
 */

/** Attempts of a download. */
const ATTEMPTS = 3;
const TIMEOUT_MS = 300_000;

/** Registry of a package, as npm finds it: the environment, `.npmrc` of the project, of the user, npm's own. */
export function registryOf(packageName: string, root: URL): string {
  const scope = packageName.startsWith("@") ? packageName.split("/")[0] : null;
  const home = Deno.env.get("HOME") ?? Deno.env.get("USERPROFILE");
  const project = npmrc(new URL(".npmrc", root));
  const user = home === undefined ? new Map<string, string>() : npmrc(`${home}/.npmrc`);
  const named = (settings: Map<string, string>) => scope && settings.get(`${scope}:registry`);
  const url = named(project) || named(user) ||
    Deno.env.get("npm_config_registry") || Deno.env.get("NPM_CONFIG_REGISTRY") ||
    project.get("registry") || user.get("registry") || "https://registry.npmjs.org/";
  return url.endsWith("/") ? url : `${url}/`;
}

function npmrc(path: URL | string): Map<string, string> {
  const settings = new Map<string, string>();
  let text: string;
  try {
    text = Deno.readTextFileSync(path);
  } catch {
    return settings;
  }
  for (const line of text.split("\n")) {
    const [, key, value] = /^\s*([^#;=\s]+)\s*=\s*"?([^"]*?)"?\s*$/.exec(line) ?? [];
    if (key !== undefined) {
      settings.set(key, value.replace(/\$\{(\w+)\}/g, (_, name) => Deno.env.get(name) ?? ""));
    }
  }
  return settings;
}

/**
 * Files of a package; `LICENSE` stands for the licence whatever its ending.
 *
 * @param wanted Paths in the package.
 * @throws {Error} when the registry does not answer or the package lacks a file
 */
export async function readPackage(
  registry: string,
  name: string,
  version: string,
  wanted: readonly string[],
): Promise<Map<string, Uint8Array<ArrayBuffer>>> {
  const url = `${registry}${name}/-/${name.split("/").at(-1)}-${version}.tgz`;
  for (let attempt = 1;; attempt++) {
    try {
      return await readTarball(url, wanted);
    } catch (error) {
      if (error instanceof MissingFile || attempt === ATTEMPTS) {
        throw new Error(`cannot read ${url}: ${(error as Error).message}`, { cause: error });
      }
      await new Promise((resolve) => setTimeout(resolve, 500 * attempt));
    }
  }
}

class MissingFile extends Error {}

async function readTarball(
  url: string,
  wanted: readonly string[],
): Promise<Map<string, Uint8Array<ArrayBuffer>>> {
  const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) });
  if (!response.ok || response.body === null) {
    await response.body?.cancel();
    throw new Error(`the registry answers ${response.status} ${response.statusText}`);
  }
  const found = new Map<string, Uint8Array<ArrayBuffer>>();
  for await (
    const [path, bytes] of tarFiles(response.body.pipeThrough(new DecompressionStream("gzip")))
  ) {
    const name = /^LICEN[CS]E(\.\w+)?$/i.test(path) ? "LICENSE" : path;
    if (wanted.includes(name)) found.set(name, bytes);
    if (found.size === wanted.length) return found;
  }
  const missing = wanted.filter((path) => !found.has(path));
  throw new MissingFile(`the package has no ${missing.join(", ")}`);
}

/** Regular files of a tar archive (POSIX ustar) without the folder that all are in. */
async function* tarFiles(
  stream: ReadableStream<Uint8Array<ArrayBuffer>>,
): AsyncGenerator<[path: string, bytes: Uint8Array<ArrayBuffer>]> {
  const decoder = new TextDecoder();
  const reader = stream.getReader();
  let chunk = new Uint8Array(0);
  const take = async (size: number): Promise<Uint8Array<ArrayBuffer> | null> => {
    const bytes = new Uint8Array(size);
    for (let at = 0; at < size;) {
      if (chunk.length === 0) {
        const { done, value } = await reader.read();
        if (done) return null;
        chunk = value;
      }
      const part = chunk.subarray(0, size - at);
      bytes.set(part, at);
      at += part.length;
      chunk = chunk.subarray(part.length);
    }
    return bytes;
  };
  try {
    for (let header = await take(512); header !== null; header = await take(512)) {
      const field = (from: number, to: number) =>
        decoder.decode(header!.subarray(from, to)).split("\0")[0];
      const name = field(0, 100);
      if (name === "") return;
      const prefix = field(257, 262) === "ustar" ? field(345, 500) : "";
      const size = parseInt(field(124, 136).trim() || "0", 8);
      const bytes = await take(Math.ceil(size / 512) * 512);
      if (bytes === null) throw new Error("the archive is cut off");
      const kind = field(156, 157);
      if (kind !== "" && kind !== "0") continue;
      const path = prefix === "" ? name : `${prefix}/${name}`;
      yield [path.slice(path.indexOf("/") + 1), bytes.subarray(0, size)];
    }
  } finally {
    await reader.cancel();
  }
}
