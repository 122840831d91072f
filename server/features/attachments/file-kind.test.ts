import { describe, expect, test } from 'vitest';
import { cleanFileName } from '../../../domain/attachments/file-name.ts';
import { chainsWithoutEnd, FILES, officeFile, oldOfficeFile, pdfFile, PNG, zipOf } from '../../testing/files.ts';
import { judgeFile } from './file-kind.ts';

const PROGRAM = 'Programs, scripts and web pages are not accepted.';
const MACROS = 'This file holds macros. Save it without them and attach it again.';
const ACCEPTED = /^Attach a PDF, an image/;

describe('what a file is', () => {
  test.each(Object.entries(FILES))('%s', async (name, bytes) => {
    const ending = name.split('.').at(-1) ?? '';
    expect(await judgeFile(bytes, name)).toEqual({ kind: { jpg: 'jpeg', tif: 'tiff' }[ending] ?? ending });
  });
  test('a name’s case does not matter', async () => {
    expect(await judgeFile(pdfFile(), 'SLIP.PDF')).toEqual({ kind: 'pdf' });
  });
});

describe('refusals, each in one sentence', () => {
  const text = (content: string) => Buffer.from(content);
  test.each<[string, Buffer, string | RegExp]>([
    ['slip.pdf', PNG, 'The name does not fit the content, which is a PNG image. Name it .png.'],
    ['terms.docx', officeFile('xlsx'), 'The name does not fit the content, which is an Excel workbook. Name it .xlsx.'],
    ['terms.doc', oldOfficeFile(['Workbook']), /which is an older Excel workbook/],
    ['slip', pdfFile(), 'The name does not fit the content, which is a PDF. Name it .pdf.'],
    ['slip.pdf.exe', pdfFile(), PROGRAM],
    ['note.exe', text('just text'), PROGRAM],
    ['slip.pdf', text('MZ\u0090\u0000'), PROGRAM],
    ['slip.pdf', Buffer.from('9001000200', 'hex'), ACCEPTED],
    ['slip.pdf', Buffer.from('4d5a9000', 'hex'), PROGRAM],
    ['slip.pdf', Buffer.from('7f454c460200', 'hex'), PROGRAM],
    ['photo.png', text('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'), PROGRAM],
    ['note.txt', text('  <!DOCTYPE html><script>alert(1)</script>'), PROGRAM],
    ['note.txt', text('<!-- x --><html>'), PROGRAM],
    ['note.txt', text('\u{FEFF}<script>'), PROGRAM],
    ['note.txt', text('#!/bin/sh\nrm -rf /'), PROGRAM],
    ['note.csv', text('@echo off'), PROGRAM],
    ['data.xml', text('<?xml version="1.0"?>'), PROGRAM],
    ['note.txt', Buffer.from([0x54, 0xff, 0xfe, 0x41]), /saved as UTF-8/],
    ['note.txt', Buffer.from('t\u0000e\u0000x\u0000', 'latin1'), ACCEPTED],
    ['note.txt', text('a\u0007b'), ACCEPTED],
    ['offer.eml', text('Dear all, here is the offer.'), /which is a text/],
    ['terms.docx', officeFile('docx', [{ name: 'word/vbaProject.bin', content: 'x' }]), MACROS],
    ['terms.docm', officeFile('docx', [{ name: 'word/vbaProject.bin', content: 'x' }]), MACROS],
    ['terms.doc', oldOfficeFile(['WordDocument', 'Macros', 'VBA', '_VBA_PROJECT']), MACROS],
    ['terms.xls', oldOfficeFile(['Workbook', '_VBA_PROJECT_CUR']), MACROS],
    ['terms.doc', oldOfficeFile(['WordDocument', 'Macros']), MACROS],
    ['offer.msg', oldOfficeFile(['__properties_version1.0', 'VBA']), MACROS],
    [
      'show.ppt',
      Buffer.concat([
        oldOfficeFile(['PowerPoint Document']),
        Buffer.from('1f00ff0314000000020000040c000000010000000100000002000000', 'hex'),
      ]),
      MACROS,
    ],
    ['terms.docx', oldOfficeFile(['EncryptedPackage', 'EncryptionInfo']), /locked with a password/],
    ['all.zip', zipOf([{ name: 'slip.pdf', content: 'x' }]), 'Attach the files themselves, not an archive.'],
    ['terms.docx', Buffer.from('504b0304ffffffff', 'hex'), 'This file is damaged and cannot be opened.'],
    ['terms.doc', Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(40)]), ACCEPTED],
    ['empty.pdf', Buffer.alloc(0), 'The file is empty.'],
  ])('%s', async (name, bytes, refusal) => {
    const judged = await judgeFile(bytes, name);
    expect(judged).toEqual({ refusal: typeof refusal === 'string' ? refusal : expect.stringMatching(refusal) });
  });

  test('an older PowerPoint file whose record says that it has no macros is taken', async () => {
    const none = Buffer.from('1f00ff0314000000020000040c000000000000000000000002000000', 'hex');
    const bytes = Buffer.concat([oldOfficeFile(['PowerPoint Document']), none]);
    expect(await judgeFile(bytes, 'show.ppt')).toEqual({ kind: 'ppt' });
  });

  test('chains that bite their tails end', async () => {
    expect(await judgeFile(chainsWithoutEnd(), 'x.doc')).toEqual({ refusal: expect.any(String) });
  });

  test('an entry that says it is small and unpacks to much is cut off', async () => {
    const { deflateRawSync } = await import('node:zlib');
    const bomb = deflateRawSync(Buffer.alloc(64 * 1024 * 1024));
    const zip = zipOf([{ name: '[Content_Types].xml', content: bomb }]);
    for (let at = 0; at < zip.length - 4; at += 1) {
      const local = zip.readUInt32LE(at) === 0x04_03_4b_50;
      const central = zip.readUInt32LE(at) === 0x02_01_4b_50;
      if (local) zip.writeUInt16LE(8, at + 8);
      if (central) {
        zip.writeUInt16LE(8, at + 10);
        zip.writeUInt32LE(64 * 1024 * 1024, at + 24);
      }
    }
    const before = process.memoryUsage().rss;
    expect(await judgeFile(zip, 'x.docx')).toEqual({ refusal: expect.any(String) });
    expect(process.memoryUsage().rss - before).toBeLessThan(40 * 1024 * 1024);
  });
});

describe('names', () => {
  test.each([
    ['../../etc/passwd.txt', 'passwd.txt'],
    [String.raw`C:\Users\me\slip.pdf`, 'slip.pdf'],
    ['slip\u202Egnp.exe', 'slipgnp.exe'],
    ['a\r\nSet-Cookie: x.pdf', 'aSet-Cookie- x.pdf'],
    ['  ..hidden. ', 'hidden'],
    ['a<b>:"c"|d?*.pdf', 'a-b---c--d--.pdf'],
    ['Slip — Ωμέγα 再保険.pdf', 'Slip — Ωμέγα 再保険.pdf'],
    ['///', ''],
    [`${'x'.repeat(300)}.pdf`, `${'x'.repeat(146)}.pdf`],
  ])('%j', (typed, kept) => {
    expect(cleanFileName(typed)).toBe(kept);
  });
});
