// SPDX-License-Identifier: Apache-2.0

import { afterEach, beforeEach, vi } from 'vitest';
import { z } from 'zod';
import { endpoint, id } from '../../../contract/endpoint.ts';
import { announceFailuresWith } from '../api.ts';
import { noteAttendance } from '../attendance.ts';
import { startSession } from '../session.ts';
import { fakeStorage } from './fake-storage.ts';

/** Endpoints of every kind, for tests of calling them. */
export const things = {
  list: endpoint({
    method: 'GET',
    path: '/things/:id',
    access: 'signed-in',
    summary: '',
    params: z.object({ id }),
    query: z.object({ limit: z.number().optional(), before: z.string().optional() }),
    data: z.array(z.string()),
  }),
  buy: endpoint({
    method: 'POST',
    path: '/things/buy',
    access: 'signed-in',
    idempotent: true,
    summary: '',
    body: z.object({ thing: z.string() }),
    data: z.object({ bought: z.boolean() }),
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/things/:id',
    access: 'signed-in',
    summary: '',
    params: z.object({ id }),
  }),
  upload: endpoint({
    method: 'POST',
    path: '/things/file',
    access: 'public',
    summary: '',
    upload: { field: 'file', maxBytes: 1_000 },
    body: z.object({
      file: z.string().optional(),
      title: z.string(),
      count: z.number(),
      tags: z.array(z.string()),
      note: z.string().optional(),
    }),
  }),
  download: endpoint({
    method: 'GET',
    path: '/things/file',
    access: 'public',
    summary: '',
    file: 'text/csv',
  }),
  look: endpoint({ method: 'GET', path: '/look', access: 'public', summary: '' }),
};
export const someId = '0198f000-0000-7000-8000-000000000001';
export const answer = (status: number, body: unknown) => new Response(JSON.stringify(body), { status });
export const good = (data: unknown) => answer(200, { message: 'OK', data });
export const bad = (status: number, message: string, code?: string, data?: unknown) =>
  answer(status, { message, code, data });

/** Signs a player in before each test, and answers calls with the test's `fetched`. */
export function fakeServer() {
  const fetched = vi.fn<typeof fetch>();
  const announced = vi.fn<(message: string) => void>();

  beforeEach(() => {
    vi.stubGlobal('localStorage', fakeStorage());
    vi.stubGlobal('fetch', fetched);
    vi.useFakeTimers();
    // For this process the page opened when the first test file loaded the module, maybe minutes ago.
    noteAttendance();
    fetched.mockReset();
    announced.mockReset();
    announceFailuresWith(({ message }) => announced(message));
    startSession('secret');
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
  });

  /** Runs a call to its end, including the wait before the retry. */
  async function outcome(calling: Promise<unknown>): Promise<unknown> {
    const settled = calling.catch((error: unknown) => error);
    await vi.runAllTimersAsync();
    return settled;
  }
  const sent = (place: number) => fetched.mock.calls[place] as [string, RequestInit];
  const getKey = (place: number) => new Headers(sent(place)[1].headers).get('idempotency-key');
  return { fetched, announced, outcome, sent, getKey };
}
