import type { Endpoint } from '../../../domain/endpoint.ts';
import { accessText } from '../../../domain/permissions.ts';

const escape = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** The calls as a page for a person. */
export function docsPage(endpoints: readonly Endpoint[]): string {
  const rows = endpoints.map(
    (endpoint) =>
      `<tr><td><code>${endpoint.method}</code></td><td><code>${escape(endpoint.path)}</code></td><td>${escape(endpoint.summary)}</td><td><code>${accessText(endpoint.access)}</code></td></tr>`,
  );
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Slipway calls</title><link rel="stylesheet" href="/api/docs/style.css"></head>
<body><main><h1>Slipway calls</h1><p>${endpoints.length} calls. The machine-readable description: <a href="/api/docs/openapi.json">openapi.json</a>.</p>
<table><thead><tr><th scope="col">Method</th><th scope="col">Path</th><th scope="col">What it does</th><th scope="col">Permission</th></tr></thead><tbody>${rows.join('\n')}</tbody></table></main></body></html>`;
}

export const docsStyle = `:root{color-scheme:light dark}body{font:14px/1.5 system-ui,sans-serif;margin:0}main{max-width:72rem;margin:0 auto;padding:2rem 1rem}
table{width:100%;border-collapse:collapse}th,td{text-align:left;padding:.4rem .75rem .4rem 0;border-bottom:1px solid #8884;vertical-align:top}code{font-size:12.5px;overflow-wrap:anywhere}`;
