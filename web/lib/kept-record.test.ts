import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { keptRecord } from './kept-record.ts';
import { fakeStorage } from './testing/fake-storage.ts';

const otherTabs = new EventTarget();
const writtenElsewhere = (key: string | null) =>
  otherTabs.dispatchEvent(Object.assign(new Event('storage'), { key }));

beforeEach(() => {
  vi.stubGlobal('localStorage', fakeStorage());
  vi.stubGlobal('window', otherTabs);
});
afterEach(() => vi.unstubAllGlobals());

it('gives back what was written, as the same object until it changes', () => {
  const record = keptRecord('thing', z.object({ count: z.int() }));
  expect(record.read()).toBeNull();
  record.write({ count: 1 });
  expect(record.read()).toEqual({ count: 1 });
  expect(record.read()).toBe(record.read());
  localStorage.setItem('thing', '{"count":2}');
  expect(record.read()).toEqual({ count: 2 });
  record.write(null);
  expect(record.read()).toBeNull();
  expect(localStorage.length).toBe(0);
});

it.each(['', 'nonsense', '{"count":"one"}', '[]', 'null'])('takes %j for nothing', (text) => {
  localStorage.setItem('thing', text);
  expect(keptRecord('thing', z.object({ count: z.int() })).read()).toBeNull();
});

it('tells of its own changes and of those of other tabs, until one stops listening', () => {
  const record = keptRecord('thing', z.object({ count: z.int() }));
  const heard = vi.fn();
  const stop = record.subscribe(heard);
  record.write({ count: 1 });
  writtenElsewhere('thing');
  writtenElsewhere(null);
  writtenElsewhere('something else');
  expect(heard).toHaveBeenCalledTimes(3);
  stop();
  record.write(null);
  writtenElsewhere('thing');
  expect(heard).toHaveBeenCalledTimes(3);
});
