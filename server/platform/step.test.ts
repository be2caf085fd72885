// SPDX-License-Identifier: Apache-2.0

import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { begin, end, step } from './step.mjs';

let said: string;
const { isTTY } = process.stdout;
beforeEach(() => {
  said = '';
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'] });
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    said += String(text);
    return true;
  });
});
afterEach(() => {
  end();
  vi.useRealTimers();
  vi.restoreAllMocks();
  process.stdout.isTTY = isTTY;
});

it('prints a finished step with its duration when there is no terminal', () => {
  process.stdout.isTTY = false;
  begin('Building');
  vi.advanceTimersByTime(18_340);
  end('Built');
  vi.advanceTimersByTime(600_000);
  expect(said).toBe('Built (18.3 s)\n');
});

it('reports a slow step ever less often', () => {
  process.stdout.isTTY = false;
  begin('Building');
  vi.advanceTimersByTime(250_000);
  end('Built');
  expect(said).toBe(
    'Building (30.0 s so far)\nBuilding (60.0 s so far)\nBuilding (120.0 s so far)\nBuilding (240.0 s so far)\nBuilt (250.0 s)\n',
  );
});

it('counts seconds in one terminal line', () => {
  process.stdout.isTTY = true;
  begin('Building');
  vi.advanceTimersByTime(1_000);
  end('Built');
  const clear = '\r\x1b[K';
  expect(said).toBe(
    `${clear}Building (0.0 s)${clear}Building (0.5 s)${clear}Building (1.0 s)${clear}Built (1.0 s)\n`,
  );
});

it('clears the line of a failed step', async () => {
  process.stdout.isTTY = true;
  const failing = step({ doing: 'Building', done: 'Built' }, () => Promise.reject(new Error('no room')));
  await expect(failing).rejects.toThrow('no room');
  expect(said).toBe('\r\x1b[KBuilding (0.0 s)\r\x1b[K');
});

it('ends a step when the next begins, and prints plain lines without a duration', () => {
  process.stdout.isTTY = false;
  begin('Starting the database');
  begin('Starting the server');
  vi.advanceTimersByTime(1_000);
  end('Ready');
  end('Listening');
  end();
  expect(said).toBe('Ready (1.0 s)\nListening\n');
});
