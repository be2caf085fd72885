// SPDX-License-Identifier: Apache-2.0

/** Turns a signal that ends a program, such as Ctrl-C, into a reason to stop and clean up. */
export async function withStopSignal<Result>(work: (stop: AbortSignal) => Promise<Result>): Promise<Result> {
  const stopping = new AbortController();
  const stop = () =>
    stopping.abort(new Error('Stopped by a signal: nothing was changed, and nothing is left behind'));
  const signals = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;
  for (const signal of signals) process.on(signal, stop);
  try {
    return await work(stopping.signal);
  } catch (error) {
    // The signal may reach the work first, for example a child process. This waits until our own has arrived.
    await new Promise((resolve) => setTimeout(resolve, 20));
    throw stopping.signal.aborted ? stopping.signal.reason : error;
  } finally {
    for (const signal of signals) process.off(signal, stop);
  }
}
