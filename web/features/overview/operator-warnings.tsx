// SPDX-License-Identifier: Apache-2.0

import { useQuery } from '@tanstack/react-query';
import type { OperatorWarning } from '../../../contract/overview-admin.ts';
import { Notice } from '../../ui/panels.tsx';
import { warningsQuery } from './api.ts';
import { warningWords } from './words.ts';

/** A disk that is filling up, backups that are behind; nothing if all is well. */
export function OperatorWarnings() {
  const { data } = useQuery(warningsQuery);
  return data?.map((warning) => <Warning key={warning.kind} warning={warning} />);
}

function Warning({ warning }: { warning: OperatorWarning }) {
  const { title, text } = warningWords(warning);
  return (
    <Notice title={title}>
      <p>{text}</p>
    </Notice>
  );
}
