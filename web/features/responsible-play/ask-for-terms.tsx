// SPDX-License-Identifier: Apache-2.0

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { termsVersion } from '../../../contract/terms.ts';
import { profileQuery } from '../../lib/query.ts';
import { lazyPart } from '../../ui/part.tsx';

/** Shows nothing if the dialog fails to load; the next page tries again. */
const TermsDialog = lazyPart(async () => (await import('./terms-dialog.tsx')).TermsDialog);

/**
 * Asks players to accept the terms, if the terms have changed or the player never accepted required ones. The dialog
 * can be dismissed until the next page load: the server only blocks entries and payments until then.
 */
export function AskForTerms() {
  const { data } = useQuery(profileQuery);
  const [putOffBy, setPutOffBy] = useState<string>();
  if (!data?.areTermsAsked || putOffBy === data._id) return null;
  return <TermsDialog version={termsVersion} onClose={() => setPutOffBy(data._id)} />;
}
