// Answers questions in a worker: receives the program once, then { id, text } for each question.
let program = null;

async function start(module) {
  // Libraries that can draw in a page import from it; none of these functions is called.
  const imports = {};
  for (const { module: from, name } of WebAssembly.Module.imports(module)) {
    imports[from] ??= {};
    imports[from][name] = () => { throw new Error(`${name} is not there`); };
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
