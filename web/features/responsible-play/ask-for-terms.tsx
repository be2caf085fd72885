// SPDX-License-Identifier: Apache-2.0

import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { termsVersion } from '../../../contract/terms.ts';
import { loadPart } from '../../lib/load-part.ts';
import { profileQuery } from '../../lib/query.ts';

const TermsDialog = lazy(async () => {
  const { TermsDialog: component } = await loadPart(() => import('./terms-dialog.tsx'));
  return { default: component };
});

/**
 * Covers every page of a player who has to accept the terms first: they have changed, or the player never accepted them
 * where that is required.
 */
export function AskForTerms({ onSignOut }: { onSignOut: () => void }) {
  const { data } = useQuery(profileQuery);
  if (!data?.areTermsAsked) return null;
  return (
    <Suspense fallback={null}>
      <TermsDialog version={termsVersion} onSignOut={onSignOut} />
    </Suspense>
  );
}
