// SPDX-License-Identifier: Apache-2.0

import {
  collapseDuplicatesTransformer,
  DataSet,
  englishDataset,
  englishRecommendedTransformers,
  parseRawPattern,
  RegExpMatcher,
  resolveConfusablesTransformer,
  resolveLeetSpeakTransformer,
  toAsciiLowerCaseTransformer,
} from 'obscenity';

// Additions to the library's list of English swear words: offensive words, and names that would pass a player off as
// staff.
/** Unmistakable: refused anywhere in a handle. */
const anywhere = [
  ...['hitler', 'holocaust', 'terrorist'],
  ...['administrator', 'moderator', 'official', 'superadmin', 'formerplayer', 'deletedplayer'],
];
/** Part of harmless words (Badminton, Nazim, Crisis): refused only as separate words, in the plural too. */
const asWords = ['nazi', 'kkk', 'pedo', 'isis', 'admin', 'support', 'staff'];

/** Repeated letters count as one, except in the word of three k. */
const lettersOfOwnWords = [
  resolveConfusablesTransformer(),
  resolveLeetSpeakTransformer(),
  toAsciiLowerCaseTransformer(),
  collapseDuplicatesTransformer({ defaultThreshold: 1, customThresholds: new Map([['k', 3]]) }),
];
const withoutRepeats = (word: string) => word.replace(/([^k])\1+/g, '$1');

function findOwnWords(brand: string): RegExpMatcher {
  const words = new DataSet<object>();
  const patterns = [
    ...[...anywhere, ...(brand ? [brand] : [])].map(withoutRepeats),
    ...asWords.map((word) => `|${withoutRepeats(word)}[s]|`),
  ];
  for (const pattern of patterns) words.addPhrase((phrase) => phrase.addPattern(parseRawPattern(pattern)));
  return new RegExpMatcher({ ...words.build(), blacklistMatcherTransformers: lettersOfOwnWords });
}

function findSwearing(): RegExpMatcher {
  const built = englishDataset.build();
  const innocent = [...(built.whitelistedTerms ?? []), 'cockpit', 'peacock', 'dictator'];
  return new RegExpMatcher({ ...built, whitelistedTerms: innocent, ...englishRecommendedTransformers });
}

/** A handle split at its separators and capitals, with and without the digits around its words. */
function readings(handle: string): string[] {
  const byCapitals = handle.replace(/[_-]/g, ' ').replace(/([a-z0-9])([A-Z])/g, '$1 $2');
  return [byCapitals, byCapitals.replace(/\b\d+|\d+\b/g, ' ')];
}

/**
 * Returns a function that checks whether others may see a handle, even if it hides a word behind digits or separators.
 */
export function createHandleScreen(brandName: string): (handle: string) => boolean {
  const brand = brandName.toLowerCase().replace(/[^a-z0-9]/g, '');
  let matchers: { swearing: RegExpMatcher; ownWords: RegExpMatcher } | undefined;
  return (handle) => {
    // Built when a player first chooses a handle: the lists take several megabytes.
    matchers ??= { swearing: findSwearing(), ownWords: findOwnWords(brand) };
    const { swearing, ownWords } = matchers;
    const plain = [handle, handle.replace(/[_-]/g, ''), handle.replace(/[_-]/g, ' ')];
    return ![
      ...plain.map((text) => swearing.hasMatch(text)),
      ...[...plain, ...readings(handle)].map((text) => ownWords.hasMatch(text)),
    ].some(Boolean);
  };
}
