// SPDX-License-Identifier: Apache-2.0

/**
 * Requests `/readyz` repeatedly from a separate process, whose event loop is idle. The first message has the address
 * and starts it; on the next message it sends back how long each answer took, in ms.
 */
const everyMs = 50;

async function ask(url: string): Promise<number> {
  const began = performance.now();
  const answer = await fetch(`${url}/readyz`);
  await answer.arrayBuffer();
  if (!answer.ok) throw new Error(`/readyz answered ${answer.status}`);
  return performance.now() - began;
}

process.once('message', async (url: string) => {
  const times: number[] = [];
  let isDone = false;
  process.once('message', () => {
    isDone = true;
  });
  while (!isDone) {
    times.push(await ask(url));
    await new Promise((resolve) => setTimeout(resolve, everyMs));
  }
  process.send?.(times, () => process.disconnect?.());
});
