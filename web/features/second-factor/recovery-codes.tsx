// SPDX-License-Identifier: Apache-2.0

import { saveAsFile } from '../../lib/save-as-file.ts';
import { Button } from '../../ui/button.tsx';
import { copyText } from '../../ui/copy.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Copy } from '../../ui/icons/copy.ts';
import { Download } from '../../ui/icons/download.ts';
import { Notice } from '../../ui/panels.tsx';

/** Shows the recovery codes, once, with ways to save them. */
export function RecoveryCodesDialog({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  return (
    <Dialog
      open
      onClose={onClose}
      mayClose={false}
      title="Your recovery codes"
      footer={
        <Button kind="main" onClick={onClose}>
          I’ve saved them
        </Button>
      }
    >
      <RecoveryCodes codes={codes} />
    </Dialog>
  );
}

function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  const text = codes.join('\n');
  return (
    <div className="grid gap-5">
      <Notice tone="gold" title="Save these now">
        We show them only now. Each works once, when you don’t have your phone. Keep them away from your
        phone.
      </Notice>
      <ul
        aria-label="Recovery codes"
        className="grid grid-cols-1 gap-x-6 gap-y-1.5 font-display min-[26rem]:grid-cols-2"
      >
        {codes.map((code) => (
          <li key={code} className="num border-line-soft border-b py-1.5 text-center text-sm tracking-wide">
            {code}
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-3">
        <Button
          icon={<Copy size={18} aria-hidden="true" />}
          onClick={() => void copyText(text, 'Recovery codes copied!', 'Failed to copy the codes')}
        >
          Copy
        </Button>
        <Button
          icon={<Download size={18} aria-hidden="true" />}
          onClick={() => saveAsFile(`${text}\n`, 'recovery-codes.txt', 'text/plain')}
        >
          Download
        </Button>
      </div>
    </div>
  );
}
