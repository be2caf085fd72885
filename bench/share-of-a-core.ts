// SPDX-License-Identifier: Apache-2.0

/**
 * Gives other processes a share of a core each. It lets them run for part of each period and stops them for the rest
 * (SIGSTOP, SIGCONT), in turn. This needs no privileges and no control groups. The first message has their ids; the
 * next one makes it continue them and exit.
 */
const periodMs = 40;

function send(pid: number, signal: 'SIGSTOP' | 'SIGCONT'): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It has exited.
  }
}

process.once('message', ({ pids, share }: { pids: number[]; share: number }) => {
  const turns = pids.map((pid, index) => {
    const from = (index / pids.length) * periodMs;
    send(pid, 'SIGSTOP');
    return { pid, from, to: from + share * periodMs, runs: false };
  });
  // Polled, because a timer would be late by up to the length of a turn.
  const looking = setInterval(() => {
    const at = performance.now() % periodMs;
    for (const turn of turns) {
      const runs = at >= turn.from && at < turn.to;
      if (runs !== turn.runs) send(turn.pid, runs ? 'SIGCONT' : 'SIGSTOP');
      turn.runs = runs;
    }
  }, 1);
  process.once('message', () => {
    clearInterval(looking);
    for (const pid of pids) send(pid, 'SIGCONT');
    process.disconnect?.();
  });
});
