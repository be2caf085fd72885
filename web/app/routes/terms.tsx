// SPDX-License-Identifier: Apache-2.0

import { useLoaderData } from 'react-router';
import { LegalPage } from '../../features/legal/legal-page.tsx';
import { legalText } from '../../features/legal/legal-text.server.ts';
import { brandName } from '../brand.ts';
import { pageMeta } from '../page-meta.ts';

const title = 'Terms of Use';
const intro = 'What you can expect from us, and what we expect from you.';

export const meta = () => pageMeta({ title, description: intro, path: '/terms' });

/** Runs while the pages are built. */
export function loader() {
  return legalText('terms', brandName);
}

export default function TermsPage() {
  return <LegalPage title={title} intro={intro} text={useLoaderData<typeof loader>()} />;
}
