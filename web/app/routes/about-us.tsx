// SPDX-License-Identifier: Apache-2.0

import { AboutUs } from '../home/about-us.tsx';
import { DecisionSteps } from '../home/decision-steps.tsx';
import { pageMeta } from '../page-meta.ts';

export const meta = () =>
  pageMeta({
    title: 'About Us',
    description:
      'How we decide results: checked before you pay, one match, and proof that anyone can re-check.',
    path: '/about-us',
  });

export default function AboutUsPage() {
  return (
    <AboutUs level="h1">
      <DecisionSteps level="h2" />
    </AboutUs>
  );
}
