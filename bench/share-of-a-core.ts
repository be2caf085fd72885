// SPDX-License-Identifier: Apache-2.0

/**
 * A process that gives others a share of a core each: they run for that part of a period and are stopped for the rest
 * (SIGSTOP, SIGCONT), one after the other, which needs no privileges and no control groups. Begins with the message that has
 * their ids; at the next one it lets them run and exits.
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
  // Checked continuously: a timer would be late by as much as a turn lasts.
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
