import { useEffect } from 'react';
import './sheets.css';

/** A wide table on paper: smaller letters, closer columns and lines, so that no figure is cut and no sheet is half empty. */
export const onPaper = 'on-paper';

/** While its screen is open, it prints on sheets of A4 on their side: the rule belongs to the document, hence an effect. */
export function useWideSheet(): void {
  useEffect(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('@page { size: A4 landscape; margin: 12mm; }');
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet);
    };
  }, []);
}
