// SPDX-License-Identifier: Apache-2.0

import { describe, expect, it } from 'vitest';
import { avatars } from '../../../../contract/public-players.ts';
import { getAvatar, getNextChangeAt } from './rules.ts';
import { createHandleScreen } from './screen.ts';

const isFit = createHandleScreen('Final Ring!');
const refused = (handles: readonly string[]) => handles.filter((handle) => !isFit(handle));

describe('the handle screen refuses', () => {
  it.each([
    ['offensive words anywhere in a handle', ['hitler', 'holocaust', 'terrorist']],
    [
      'impersonating words anywhere in a handle',
      ['administrator', 'moderator', 'official', 'superadmin', 'formerplayer', 'deletedplayer', 'finalring'],
    ],
  ])('%s', (_what, words) => {
    const all = words.flatMap((word) => [
      ...[word, `x${word}x`, word.toUpperCase(), word.split('').join('-'), word.split('').join('_')],
      word.replace(/(.)/g, '$1$1'),
      word.replaceAll('o', '0').replaceAll('i', '1'),
    ]);
    expect(refused(all)).toEqual(all);
  });

  it('short bad words as whole words, though not inside harmless words', () => {
    const words = ['nazi', 'kkk', 'pedo', 'isis', 'admin', 'support', 'staff'];
    const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
    const all = words.flatMap((word) => [
      ...[word, `${word}s`, `the-${word}`, `${word}_team`, `The${capital(word)}Team`],
      ...[`42${word}`, `${word}42`, `x-42${word}42-x`, `Iam9${capital(word)}`, `a-${word}Boy`],
    ]);
    expect(refused(all)).toEqual(all);
    expect(refused(words.filter((word) => word !== 'kkk').map((word) => `x${word}x`))).toEqual([]);
  });

  it("words on the library's list, also with separators", () => {
    const all = ['fuck', 'f-u-c-k', 'big_bitch', 'B1tch', 'sh1t-Head', 'my_cum', 'my-rape-x'];
    expect(refused(all)).toEqual(all);
  });
});

it('the handle screen accepts harmless words that contain bad ones', () => {
  const harmless = [
    ...['Assassin', 'Scunthorpe', 'Torpedo-7', 'Peacock', 'Class-Act', 'Matsushita', 'Cockpit-7', 'Dictator'],
    ...['Badminton', 'B4dminton', 'Nazim', 'Crisis', 'Pedometer', 'Supporter', 'Staffordshire', 'Special-K'],
    ...['Kraken', 'Okkk3'],
  ];
  expect(refused(harmless)).toEqual([]);
  // An installation without its own name reserves no name.
  expect(createHandleScreen('!')('FinalRing')).toBe(true);
  // Repeated letters count as one, in the brand name as in a handle.
  expect(createHandleScreen('Zooomer')('Zoomer')).toBe(false);
  expect(createHandleScreen('')('Player-One')).toBe(true);
});

it("an avatar depends on the player's id unless the player chose a drawn one", () => {
  const id = (end: string) => `01900000-0000-7000-8000-00000000${end}`;
  expect(getAvatar(id('0000'), null)).toBe(avatars[0]);
  expect(getAvatar(id('0001'), 'nothing drawn')).toBe(avatars[1]);
  expect(getAvatar(id('ffff'), null)).toBe(avatars[0xffff % avatars.length]);
  expect(getAvatar(id('0000'), avatars[2])).toBe(avatars[2]);
});

it('a handle can change again after thirty days', () => {
  expect(getNextChangeAt(null)).toBeNull();
  expect(getNextChangeAt(new Date('2026-01-01T12:00:00Z'))).toEqual(new Date('2026-01-31T12:00:00Z'));
});
