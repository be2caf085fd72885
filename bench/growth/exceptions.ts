const span = 'Sums up what happened in the days asked for, on the three connections for reports';

/** Calls that may take longer the more there is, each with its reason. By the name of the call, its beginning or all of it. */
export const exceptions: Readonly<Record<string, string>> = {
  'administrator: GET /overview?': span,
  'administrator: GET /books': span,
  'administrator: GET /overview/growth': span,
  'administrator: GET /events/:id/payouts': 'Adds up the very list that sending would pay',
  'administrator: GET /gift-card/all-gift-card-request?search':
    'Looks through the titles of all cards that were sold without a code',
  'busy player: GET /transaction/history?type':
    'Looks through the entries of one player for those of a type: an index for it would be written with every transfer',
};

/**
 * Statements that read more of a larger business up to an end, and are not counted: lists say how many were found, above ten
 * thousand only that there are more.
 */
export const hasEnd = /select count\(\*\) from \( ?select .* limit \$\d+\) \w+/;

export function exceptionFor(name: string): string | undefined {
  const key = Object.keys(exceptions).find((beginning) => name.startsWith(beginning));
  return key === undefined ? undefined : exceptions[key];
}
