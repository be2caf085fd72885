// SPDX-License-Identifier: Apache-2.0

import { useLoaderData } from 'react-router';
import { LegalPage } from '../../features/legal/legal-page.tsx';
import { legalText } from '../../features/legal/legal-text.server.ts';
import { brandName } from '../brand.ts';
import { pageMeta } from '../page-meta.ts';

const title = 'Privacy';
const intro = 'What we keep about you, why, and for how long.';

export const meta = () => pageMeta({ title, description: intro, path: '/privacy' });

/** Runs while the pages are built. */
export function loader() {
  return legalText('privacy', brandName);
}

export default function PrivacyPage() {
  return <LegalPage title={title} intro={intro} text={useLoaderData<typeof loader>()} />;
}
