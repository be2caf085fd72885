import { expect, it } from 'vitest';
import { homes } from '../../../contract/regions.ts';
import { forGood } from '../../../contract/responsible-play.ts';
import { formatSpending, pauseWords, readAmount, regionName, sortRegions } from './play-words.ts';

it.each([
  ['payment', '20', 2000],
  ['payment', ' 20.5 ', 2050],
  ['payment', '0,29', 29],
  ['payment', '', null],
  ['payment', '1.234', undefined],
  ['payment', '-1', undefined],
  ['entry', '500', 500],
  ['entry', '5.5', undefined],
] as const)('reads a limit of %s: %j', (kind, typed, amount) => {
  expect(readAmount(kind, typed)).toBe(amount);
});

it('names every place where somebody can live, each once', () => {
  const names = sortRegions(homes).map(([, name]) => name);
  expect(new Set(names).size).toBe(homes.length);
  expect(names.filter((name) => /^[A-Z]{2}$/.test(name))).toEqual([]);
  expect(regionName('US-WA')).toBe('United States: Washington');
});

it('writes amounts and ends of pauses as people do', () => {
  expect([formatSpending('payment', 2050), formatSpending('entry', 1500)]).toEqual(['$20.50', '1,500 GC']);
  expect(pauseWords(forGood)).toBe('for good');
});
