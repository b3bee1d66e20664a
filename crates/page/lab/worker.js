// Answers questions in a worker: receives the program once, then { id, text } for each question.
let program = null;

// The solver of linear programs reads a clock for a time limit, which the program does not set. So the clock stands still.
// The imports reach it through objects of the page: any number from 132 on stands for an object.
const OBJECT = 132;
const CLOCK = [
  [/^__wbg_static_accessor_|^__wbg_performance_/, () => OBJECT],
  [/^__wbg_now_|is_undefined/, () => 0],
  [/^__wbindgen_object_clone_ref$/, (object) => object],
  [/^__wbindgen_object_drop_ref$|^__wbindgen_externref_statics_end$/, () => {}],
];

async function start(module) {
  const imports = {};
  for (const { module: from, name } of WebAssembly.Module.imports(module)) {
    const known = CLOCK.find(([pattern]) => pattern.test(name));
    imports[from] ??= {};
    imports[from][name] = known ? known[1] : () => { throw new Error(`${name} is not there`); };
  }
  const instance = await WebAssembly.instantiate(module, imports);
  program = instance.exports;
}

function answered(text) {
  const question = new TextEncoder().encode(text);
  const at = program.allocate(question.length);
  new Uint8Array(program.memory.buffer, at, question.length).set(question);
  const answer = program.ask(at, question.length) >>> 0;
  program.free(at, question.length);
  const length = new DataView(program.memory.buffer).getUint32(answer, true);
  const bytes = new Uint8Array(program.memory.buffer, answer + 4, length).slice();
  program.free(answer, 4 + length);
  return new TextDecoder().decode(bytes);
}

let ready = null;
onmessage = async ({ data }) => {
  if (data.module) {
    ready = start(data.module);
    return;
  }
  try {
    await ready;
    postMessage({ id: data.id, text: answered(data.text) });
  } catch (fault) {
    postMessage({ id: data.id, fault: String(fault && fault.message || fault) });
  }
};
