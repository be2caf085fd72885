// SPDX-License-Identifier: Apache-2.0

import { Autocomplete } from '@base-ui/react/autocomplete';
import type { ComponentProps } from 'react';
import { TextField } from './field.tsx';

/** A text field with suggestions, which shows all of them whatever is typed: a combobox. */
export function SuggestField({
  value,
  suggestions,
  onChange,
  ...rest
}: Omit<ComponentProps<typeof TextField>, 'value' | 'onChange'> & {
  value: string;
  suggestions: readonly string[];
  onChange: (value: string) => void;
}) {
  return (
    <Autocomplete.Root
      items={suggestions}
      mode="none"
      openOnInputClick
      value={value}
      // Otherwise Escape would also empty the field.
      onValueChange={(next, { reason }) => reason !== 'escape-key' && onChange(next)}
    >
      <Autocomplete.Input render={<TextField autoComplete="off" spellCheck={false} {...rest} />} />
      {suggestions.length > 0 && (
        <Autocomplete.Portal>
          <Autocomplete.Positioner sideOffset={4} className="z-60">
            <Autocomplete.Popup className="w-(--anchor-width) border border-edge bg-ink-2">
              <Autocomplete.List className="max-h-60 overflow-y-auto overscroll-contain">
                {(item: string) => (
                  <Autocomplete.Item
                    key={item}
                    value={item}
                    className="flex min-h-11 cursor-pointer items-center border-transparent border-l-2 px-4 data-highlighted:border-gold data-highlighted:bg-ink-3"
                  >
                    {item}
                  </Autocomplete.Item>
                )}
              </Autocomplete.List>
            </Autocomplete.Popup>
          </Autocomplete.Positioner>
        </Autocomplete.Portal>
      )}
    </Autocomplete.Root>
  );
}
