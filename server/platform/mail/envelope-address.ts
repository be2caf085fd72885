// SPDX-License-Identifier: Apache-2.0

import { domainToASCII } from 'node:url';
import { isOneAddress, longestAddress } from '../../../contract/mail-address.ts';

/**
 * An address in the form for the mail server, its domain in punycode.
 * @returns undefined for a text that is not exactly one address
 */
export function toEnvelopeAddress(address: string): string | undefined {
  if (!isOneAddress(address)) return undefined;
  const at = address.indexOf('@');
  const domain = address.slice(at + 1);
  // A domain that punycode cannot express is left to the mail server.
  const written = `${address.slice(0, at)}@${domainToASCII(domain) || domain}`;
  return Buffer.byteLength(written) > longestAddress ? undefined : written;
}
