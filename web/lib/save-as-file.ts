// SPDX-License-Identifier: Apache-2.0

/**
 * Saves text or a fetched file as a browser download.
 * @param type such as `application/json`
 */
export function saveAsFile(content: string | Blob, name: string, type: string): void {
  const address = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // Revoked later, because the browser needs it until the download has started.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
