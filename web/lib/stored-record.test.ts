// SPDX-License-Identifier: Apache-2.0

import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { deviceStorage } from './device-storage.ts';
import { storedRecord } from './stored-record.ts';
import { hasShape, isWhole } from './stored-shape.ts';
import { fakeStorage } from './testing/fake-storage.ts';

const isCounted = hasShape<{ count: number }>({ count: isWhole });
const otherTabs = new EventTarget();
const writtenElsewhere = (key: string | null) =>
  otherTabs.dispatchEvent(Object.assign(new Event('storage'), { key }));

beforeEach(() => {
  vi.stubGlobal('localStorage', fakeStorage());
  vi.stubGlobal('window', otherTabs);
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

it('returns the stored value, as the same object until it changes', () => {
  const record = storedRecord('thing', isCounted);
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

it.each(['', 'nonsense', '{"count":"one"}', '[]', 'null'])('ignores the stored text %j', (text) => {
  localStorage.setItem('thing', text);
  expect(storedRecord('thing', isCounted).read()).toBeNull();
});

it('returns whether it was stored, and notifies no one otherwise', () => {
  vi.spyOn(deviceStorage, 'setItem').mockReturnValueOnce(false);
  const record = storedRecord('thing', isCounted);
  const heard = vi.fn();
  const stop = record.subscribe(heard);
  expect([record.write({ count: 1 }), heard.mock.calls.length]).toEqual([false, 0]);
  expect([record.write({ count: 1 }), heard.mock.calls.length]).toEqual([true, 1]);
  expect([record.write(null), heard.mock.calls.length]).toEqual([true, 2]);
  stop();
});

it('listens to other tabs, and to the page being shown again, while it has listeners', () => {
  const record = storedRecord('thing', isCounted);
  const [one, other] = [vi.fn(), vi.fn()];
  const shownAgain = (persisted: boolean) =>
    otherTabs.dispatchEvent(Object.assign(new Event('pageshow'), { persisted }));
  const heard = () => [one.mock.calls.length, other.mock.calls.length];
  const stops = [record.subscribe(one), record.subscribe(other)];
  shownAgain(true);
  shownAgain(false);
  expect(heard()).toEqual([1, 1]);
  stops[0]?.();
  writtenElsewhere('thing');
  shownAgain(true);
  expect(heard()).toEqual([1, 3]);
  const remove = vi.spyOn(otherTabs, 'removeEventListener');
  stops[1]?.();
  expect(remove.mock.calls.map(([kind]) => kind)).toEqual(['storage', 'pageshow']);
  record.subscribe(one)();
  const stop = record.subscribe(one);
  writtenElsewhere('thing');
  shownAgain(true);
  expect(heard()).toEqual([3, 3]);
  stop();
});

it("notifies listeners of its own and other tabs' changes, until they unsubscribe", () => {
  const record = storedRecord('thing', isCounted);
  const heard = vi.fn();
  const stop = record.subscribe(heard);
  record.write({ count: 1 });
  writtenElsewhere('thing');
  expect(heard).toHaveBeenCalledTimes(2);
  writtenElsewhere('something else');
  expect(heard).toHaveBeenCalledTimes(2);
  writtenElsewhere(null);
  expect(heard).toHaveBeenCalledTimes(3);
  stop();
  record.write(null);
  writtenElsewhere('thing');
  expect(heard).toHaveBeenCalledTimes(3);
});
