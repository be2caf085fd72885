// SPDX-License-Identifier: Apache-2.0

import { useGames } from '../../lib/settings.ts';
import { ChevronDown } from '../../ui/icons/chevron-down.ts';
import { LandingSection } from './landing-section.tsx';
import { questionsOf } from './questions.ts';

export function QuestionsSection() {
  const games = useGames();
  return (
    <LandingSection title="Questions and answers">
      <div className="grid max-w-4xl border-line border-t">
        {questionsOf(games).map(({ question, answer }) => (
          <details key={question} className="group border-line border-b">
            <summary className="flex min-h-14 cursor-pointer list-none items-center justify-between gap-4 py-3 font-display font-semibold text-lg hover:text-storm-soft [&::-webkit-details-marker]:hidden">
              {question}
              <ChevronDown
                size={20}
                aria-hidden="true"
                className="shrink-0 text-muted transition-transform duration-150 group-open:rotate-180"
              />
            </summary>
            <p className="max-w-[72ch] pb-5 text-soft">{answer}</p>
          </details>
        ))}
      </div>
    </LandingSection>
  );
}
