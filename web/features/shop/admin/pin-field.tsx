// SPDX-License-Identifier: Apache-2.0

import type { ComponentProps } from 'react';
import { z } from 'zod';
import { TextField } from '../../../ui/field.tsx';

export const codePin = z.string().trim().max(50, 'A PIN has at most 50 characters');

/** The PIN field beside a typed code. */
export function PinField(props: Partial<ComponentProps<typeof TextField>>) {
  return (
    <TextField
      label="PIN (optional)"
      autoComplete="off"
      spellCheck={false}
      maxLength={50}
      hint="Only if the code needs one. The player sees both."
      {...props}
    />
  );
}
