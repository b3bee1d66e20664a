// Drawing: Preact with htm, in one place.
import { h, render, Fragment } from "preact";
import { useEffect, useErrorBoundary, useId, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import htm from "htm";

const html = htm.bind(h);

export { Fragment, html, render, useEffect, useErrorBoundary, useId, useLayoutEffect, useMemo, useRef, useState };
