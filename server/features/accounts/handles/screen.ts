import {
  DataSet,
  englishDataset,
  englishRecommendedTransformers,
  parseRawPattern,
  RegExpMatcher,
} from 'obscenity';

/** Beside the library's list, which is of English swearing. */
const offensive = ['hitler', 'nazi', '|kkk|', 'pedo', 'holocaust', 'isis|', 'terrorist'];
/** Nobody is to be taken for one of us, or for what stands in place of a handle. */
const official = ['admin', 'moderator', 'official', 'support', '|staff', 'formerplayer', 'deletedplayer'];
const innocent = ['cockpit', 'supporter', 'pedometer', 'torpedo', 'peacock', 'dictator'];

/** Tells whether a handle is fit to be shown, also where it hides a word behind digits or separators. */
export function createHandleScreen(brandName: string): (handle: string) => boolean {
  const brand = brandName.toLowerCase().replace(/[^a-z0-9]/g, '');
  const words = new DataSet<{ originalWord: string }>().addAll(englishDataset);
  for (const word of [...offensive, ...official, ...(brand ? [brand] : [])]) {
    words.addPhrase((phrase) => phrase.setMetadata({ originalWord: word }).addPattern(parseRawPattern(word)));
  }
  const built = words.build();
  const matcher = new RegExpMatcher({
    ...built,
    whitelistedTerms: [...(built.whitelistedTerms ?? []), ...innocent],
    ...englishRecommendedTransformers,
  });
  return (handle) =>
    ![handle, handle.replace(/[_-]/g, ''), handle.replace(/[_-]/g, ' ')].some((text) =>
      matcher.hasMatch(text),
    );
}
