// SPDX-License-Identifier: Apache-2.0

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { termsVersion } from '../../../contract/terms.ts';
import { profileQuery } from '../../lib/query.ts';
import { lazyPart } from '../../ui/part.tsx';

/** Nothing is shown if it does not load: it asks again with the next page. */
const TermsDialog = lazyPart(async () => (await import('./terms-dialog.tsx')).TermsDialog);

/**
 * Asks a player who has to accept the terms: they have changed, or the player never accepted them where that is required.
 * It can be put off until a page is loaded again: only entries and payments wait for it, which the server sees to.
 */
export function AskForTerms() {
  const { data } = useQuery(profileQuery);
  const [putOffBy, setPutOffBy] = useState<string>();
  if (!data?.areTermsAsked || putOffBy === data._id) return null;
  return <TermsDialog version={termsVersion} onClose={() => setPutOffBy(data._id)} />;
}
