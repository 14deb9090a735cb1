/** A game's record as a file. */
export function downloadPdn(file: string, pdn: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([pdn], { type: 'application/x-pdn' }));
  link.download = `${file}.pdn`;
  link.click();
  URL.revokeObjectURL(link.href);
}
