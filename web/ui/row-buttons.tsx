// SPDX-License-Identifier: Apache-2.0

import type { ReactNode } from 'react';
import { Button, IconButton } from './button.tsx';
import { Pencil } from './icons/pencil.ts';
import { Plus } from './icons/plus.ts';
import { Trash2 } from './icons/trash-2.ts';

/** The main action above a list: opens the form for a new row. */
export function CreateButton({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  return (
    <Button
      kind="main"
      className="min-h-11! max-sm:px-4"
      icon={<Plus size={18} aria-hidden="true" />}
      onClick={onClick}
    >
      {children}
    </Button>
  );
}

interface RowButtonProps {
  /** The row's name, for screen readers. */
  name: string;
  onClick: () => void;
}

export function EditButton({ name, onClick }: RowButtonProps) {
  return (
    <IconButton label={`Edit ${name}`} onClick={onClick}>
      <Pencil size={18} aria-hidden="true" />
    </IconButton>
  );
}

export function DeleteButton({ name, onClick }: RowButtonProps) {
  return (
    <IconButton label={`Delete ${name}`} onClick={onClick}>
      <Trash2 size={18} aria-hidden="true" />
    </IconButton>
  );
}
