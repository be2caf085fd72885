// SPDX-License-Identifier: Apache-2.0

const initials = /\b(gc|xp|id|url|pin)\b/g;

/** A field's name in words: "gamerCoins" is "gamer coins", "rewardGC" is "reward GC", "isActive" is "active". */
export function fieldWords(name: string): string {
  const words = name
    .replace(/^_/, '')
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll('-', ' ')
    .toLowerCase();
  return words.replace(/^is /, '').replace(initials, (letters) => letters.toUpperCase());
}

/** A path of fields in words: "tiers.1.gc" is "Tiers, 2, GC". Places count from 1, as people do. */
export function pathWords(path: string): string {
  const words = path
    .split('.')
    .map((part) => (/^\d+$/.test(part) ? String(Number(part) + 1) : fieldWords(part)));
  return capitalize(words.join(', '));
}

/** The subject of a change: "gift-card:018f" is "Gift card 018f". */
export function subjectWords(subject: string): string {
  const [kind = '', ...id] = subject.split(':');
  return [capitalize(fieldWords(kind)), ...id].join(' ');
}

function capitalize(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
