import { Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';

/** The main action above a list: opens the form of a new row. */
export function CreateButton({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  return (
    <Button kind="main" className="min-h-11!" icon={<Plus size={18} aria-hidden="true" />} onClick={onClick}>
      {children}
    </Button>
  );
}
