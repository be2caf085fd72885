import { Copy } from 'lucide-react';
import { useState } from 'react';
import { messageOf } from '../../lib/api.ts';
import { formatTime } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { copyText } from '../../ui/copy.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { Notice } from '../../ui/panels.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { notify } from '../../ui/toast.tsx';
import { missingToken, useDiscordToken } from './api.ts';

/**
 * The way to link Discord. Stands only where it is not linked, so that the dialog goes away by itself when the link
 * is there (the live `profile` event refreshes the profile).
 */
export function DiscordLink() {
  const [isOpen, setOpen] = useState(false);
  const token = useDiscordToken();

  function generate(): void {
    setOpen(true);
    token.mutate(undefined, {
      onError: (error) =>
        notify.fetchFailed(error.message === missingToken ? missingToken : 'Failed to generate token'),
    });
  }

  return (
    <>
      <Button full className="mt-5" onClick={generate} busy={token.isPending && 'Generating...'}>
        Generate Token
      </Button>
      <Dialog
        open={isOpen}
        onClose={() => setOpen(false)}
        title="Link Discord"
        description="Your token works once, and replaces any earlier one."
        footer={<Button onClick={() => setOpen(false)}>Close</Button>}
      >
        {token.data ? (
          <div className="grid gap-5">
            <TextField
              label="Token"
              readOnly
              value={token.data.token}
              className="[&_input]:font-display sm:[&_input]:tracking-wide max-sm:[&_input]:px-3 max-sm:[&_input]:text-[0.8125rem]"
              onFocus={(event) => event.currentTarget.select()}
              hint={`Good until ${formatTime(token.data.expiresAt)}.`}
              trailing={
                <Button
                  className="max-sm:px-4"
                  icon={<Copy size={18} aria-hidden="true" />}
                  onClick={() =>
                    void copyText(token.data.token, 'Discord token copied!', 'Failed to copy token')
                  }
                >
                  <span className="max-sm:sr-only">Copy</span>
                </Button>
              }
            />
            <ol className="grid list-decimal gap-1.5 pl-5 text-soft text-sm marker:text-storm-soft">
              <li>Open our Discord server.</li>
              <li>
                Type <code className="bg-ink-3 px-1.5 py-0.5 font-display text-text">/link</code> and paste
                the token.
              </li>
              <li>This window closes as soon as Discord is linked.</li>
            </ol>
          </div>
        ) : token.error ? (
          <div className="grid gap-4">
            <Notice title="Failed to generate token">{messageOf(token.error)}</Notice>
            <Button onClick={generate}>Try again</Button>
          </div>
        ) : (
          <Loading label="Generating the token..." className="grid gap-3">
            <Skeleton className="h-4 w-16" />
            <Skeleton className="h-12" />
          </Loading>
        )}
      </Dialog>
    </>
  );
}
