import { Download, Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { Profile } from '../../../contract/accounts.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { FailureText } from '../../ui/failure-text.tsx';
import { PagePart } from '../../ui/page.tsx';
import { Notice } from '../../ui/panels.tsx';
import { useExport } from './api.ts';
import { DeleteAccountDialog } from './delete-account-dialog.tsx';

/** What is the player's by right: a copy of everything, and the end of the account. */
export function YourData({ profile }: { profile: Profile }) {
  const exporting = useExport();
  const [isDeleting, setDeleting] = useState(false);
  return (
    <PagePart title="Your Data">
      <Card>
        <Offer
          title="Export"
          text="Everything we hold about you in one file: profile, sign-ins, attempts with all readings, transactions, purchases and payments."
          action={
            <Button
              icon={<Download size={18} aria-hidden="true" />}
              busy={exporting.isPending && 'Preparing...'}
              onClick={() => exporting.mutate()}
            >
              Export my data
            </Button>
          }
        >
          {exporting.error && (
            <Notice title="Your data could not be exported">
              <FailureText error={exporting.error} />
            </Notice>
          )}
        </Offer>
        <Offer
          title="Delete account"
          text="Removes who you are from this site for good. You are asked again before anything happens."
          action={
            <Button
              kind="danger"
              icon={<Trash2 size={18} aria-hidden="true" />}
              onClick={() => setDeleting(true)}
            >
              Delete my account
            </Button>
          }
        />
      </Card>
      <DeleteAccountDialog open={isDeleting} onClose={() => setDeleting(false)} profile={profile} />
    </PagePart>
  );
}

function Offer({
  title,
  text,
  action,
  children,
}: {
  title: string;
  text: string;
  action: ReactNode;
  children?: ReactNode;
}) {
  return (
    <div className="grid gap-4 border-line-soft border-b px-5 py-5 last:border-b-0">
      <div className="grid items-center gap-4 sm:grid-cols-[1fr_auto] sm:gap-8">
        <div>
          <h3 className="text-base">{title}</h3>
          <p className="mt-1 max-w-[60ch] text-muted text-sm">{text}</p>
        </div>
        {action}
      </div>
      {children}
    </div>
  );
}
