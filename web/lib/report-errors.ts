// SPDX-License-Identifier: Apache-2.0

/** Loaded with the first error, so that pages without errors don't pay for it. */
export function reportLazily(error: unknown): void {
  import('./report-error.ts').then(
    ({ reportError }) => reportError(error),
    () => {},
  );
}

const onError = ({ error }: ErrorEvent) => reportLazily(error);
const onRejection = ({ reason }: PromiseRejectionEvent) => reportLazily(reason);

/** Listens for uncaught errors as long as the page lives. Calling it again has no effect. */
export function listenForErrors(): void {
  window.addEventListener('error', onError);
  window.addEventListener('unhandledrejection', onRejection);
}
