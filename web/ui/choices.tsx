// SPDX-License-Identifier: Apache-2.0

import type { ReactNode } from 'react';
import { cx } from '../lib/class-names.ts';

/** Buttons of which one is selected, for a few short choices that filter the content below. */
export function Choices<Value extends string>({
  label,
  choices,
  selected,
  onSelect,
}: {
  label: string;
  choices: readonly { value: Value; label: ReactNode }[];
  selected: Value;
  onSelect: (value: Value) => void;
}) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would announce a form.
    <div role="group" aria-label={label} className="flex flex-wrap gap-2">
      {choices.map((choice) => (
        <button
          key={choice.value}
          type="button"
          aria-pressed={choice.value === selected}
          onClick={() => onSelect(choice.value)}
          className={cx(
            'cut cut-sm focus-inside min-h-tap px-3.5 font-display font-semibold text-sm transition-colors duration-100',
            choice.value === selected
              ? 'bg-storm-deep text-storm-soft'
              : 'bg-ink-2 text-muted hover:text-text',
          )}
        >
          {choice.label}
        </button>
      ))}
    </div>
  );
}
