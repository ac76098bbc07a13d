// Runs FOLDER/go.py under MicroPython's WebAssembly build; the other files lie beside it.
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { loadMicroPython } from "@micropython/micropython-webassembly-pyscript/micropython.mjs";

const folder = process.argv[2];
const python = await loadMicroPython({ heapsize: 4 * 1024 * 1024, linebuffer: true });
for (const name of readdirSync(folder)) python.FS.writeFile(`/${name}`, readFileSync(join(folder, name)));
python.FS.chdir("/");
try {
  python.runPython(readFileSync(join(folder, "go.py"), "utf8"));
} catch (error) {
  console.error(error.message); // the build's own source would hide it
  process.exit(1);
}
