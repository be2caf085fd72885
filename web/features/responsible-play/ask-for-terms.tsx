// SPDX-License-Identifier: Apache-2.0

import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { termsVersion } from '../../../contract/terms.ts';
import { loadPart } from '../../lib/load-part.ts';
import { profileQuery } from '../../lib/query.ts';

const TermsDialog = lazy(async () => {
  const { TermsDialog: component } = await loadPart(() => import('./terms-dialog.tsx'));
  return { default: component };
});

/**
 * Asks a player who has to accept the terms: they have changed, or the player never accepted them where that is required.
 * It can be put off until a page is loaded again: only entries and payments wait for it, which the server sees to.
 */
export function AskForTerms() {
  const { data } = useQuery(profileQuery);
  const [putOffBy, setPutOffBy] = useState<string>();
  if (!data?.areTermsAsked || putOffBy === data._id) return null;
  return (
    <Suspense fallback={null}>
      <TermsDialog version={termsVersion} onClose={() => setPutOffBy(data._id)} />
    </Suspense>
  );
}
