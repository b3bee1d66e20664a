// A fault in one part of the page leaves the others working.
import { html, useEffect, useErrorBoundary } from "./view.js";

// `of`: what the part shows. If it changes, the part is drawn again after a fault. `clear` removes what may have caused the fault.
export function Guard({ of, clear, children }) {
  const [fault, again] = useErrorBoundary((error) => console.error(error));
  useEffect(() => { if (fault) again(); }, [of]);
  if (!fault) return children;
  const retry = () => {
    clear?.();
    again();
  };
  return html`<p class="mistake" role="alert">This part of the page failed: ${String(fault.message ?? fault).slice(0, 300)}
    <button type="button" class="quiet" onClick=${retry}>Try again</button></p>`;
}
