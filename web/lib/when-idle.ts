// SPDX-License-Identifier: Apache-2.0

/** Runs a function once the page has loaded and is idle. @returns a function that cancels it */
export function whenIdle(run: () => void): () => void {
  let callOff = () => window.removeEventListener('load', wait);
  function wait(): void {
    // Safari has no requestIdleCallback.
    if ('requestIdleCallback' in window) {
      const idle = requestIdleCallback(run);
      callOff = () => cancelIdleCallback(idle);
    } else {
      const timer = setTimeout(run, 1_000);
      callOff = () => clearTimeout(timer);
    }
  }
  if (document.readyState === 'complete') wait();
  else window.addEventListener('load', wait, { once: true });
  return () => callOff();
}
