// SPDX-License-Identifier: Apache-2.0

/**
 * Puts text, or a file that came, into the browser's downloads.
 * @param type such as `application/json`
 */
export function saveAsFile(content: string | Blob, name: string, type: string): void {
  const address = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // Not before the browser has taken it over.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
