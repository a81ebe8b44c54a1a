import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';

/** Words that stand in files where nobody looks: none of them may come out again. */
export const planted = 'Planted-Words-7731';
/** Where a camera would say that it was. */
const position = {
  GPSLatitudeRef: 'N',
  GPSLatitude: '56/1 57/1 0/1',
  GPSLongitudeRef: 'E',
  GPSLongitude: '24/1 6/1 0/1',
};
const exif = { IFD0: { Copyright: planted }, IFD3: position };
const xmp = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description xmlns:exif="http://ns.adobe.com/exif/1.0/" exif:GPSLatitude="56,57N">${planted}</rdf:Description></rdf:RDF></x:xmpmeta>`;

/** A plain picture, 640 by 480. */
const plain = () => sharp({ create: { width: 640, height: 480, channels: 3, background: '#88aacc' } });
export const photo = (): Promise<Buffer> => plain().withExif(exif).withXmp(xmp).jpeg().toBuffer();

const text = (words: string): Buffer => Buffer.from(words, 'latin1');
const html = `<!doctype html><html><script>alert('${planted}')</script></html>`;
const php = `<?php system('${planted}'); ?>`;
const zip = Buffer.concat([text(`PK\u0003\u0004${planted}`), text('PK\u0005\u0006'), Buffer.alloc(18)]);

/** The same picture that says it has other measures. */
const bombs = {
  png(png: Buffer, width: number, height: number): Buffer {
    const made = Buffer.from(png);
    made.writeUInt32BE(width, 16);
    made.writeUInt32BE(height, 20);
    made.writeUInt32BE(crc32(made.subarray(12, 29)), 29);
    return made;
  },
  jpeg(jpeg: Buffer, width: number, height: number): Buffer {
    const made = Buffer.from(jpeg);
    for (let at = 2; at < made.length; at += 2 + made.readUInt16BE(at + 2)) {
      if (![0xc0, 0xc1, 0xc2].includes(made[at + 1] ?? 0)) continue;
      made.writeUInt16BE(height, at + 5);
      made.writeUInt16BE(width, at + 7);
      break;
    }
    return made;
  },
  webp(webp: Buffer): Buffer {
    const made = Buffer.from(webp);
    made.fill(0xff, 24, 30);
    made.writeUIntLE(16_382, 24, 3);
    made.writeUIntLE(16_382, 27, 3);
    return made;
  },
};

/** A segment behind the beginning of a JPEG. */
const withComment = (jpeg: Buffer, words: string): Buffer => {
  const head = Buffer.from([0xff, 0xfe, 0, 0]);
  head.writeUInt16BE(words.length + 2, 2);
  return Buffer.concat([jpeg.subarray(0, 2), head, text(words), jpeg.subarray(2)]);
};
const chunk = (name: string, content: Buffer): Buffer => {
  const body = Buffer.concat([text(name), content]);
  const [size, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  size.writeUInt32BE(content.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([size, body, sum]);
};
/** Chunks behind the head of a PNG, where those of colours and words stand. */
const withChunks = (png: Buffer, ...chunks: Buffer[]): Buffer =>
  Buffer.concat([png.subarray(0, 33), ...chunks, png.subarray(33)]);
/** A chunk before the end of a PNG. */
const withChunk = (png: Buffer, name: string, words: string): Buffer =>
  Buffer.concat([png.subarray(0, -12), chunk(name, text(words)), png.subarray(-12)]);

/** A hundred kilobytes that are a hundred megabytes when they are unpacked. */
const packed = (): Buffer => deflateSync(Buffer.alloc(100 * 1024 * 1024), { level: 9 });

/** A white picture in black and white: a few kilobytes, however large it is. */
export const blank = (width: number, height: number): Buffer => {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head[8] = 1;
  const rows = Buffer.alloc(height * (1 + Math.ceil(width / 8)), 0xff);
  for (let row = 0; row < height; row += 1) rows[row * (1 + Math.ceil(width / 8))] = 0;
  return Buffer.concat([
    text('\u0089PNG\r\n\u001a\n'),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
};

/** The same PNG, that says it has sixteen bits a colour, with transparency, and is interlaced. */
const deep = (png: Buffer, width: number, height: number): Buffer => {
  const made = Buffer.from(png);
  made.writeUInt32BE(width, 16);
  made.writeUInt32BE(height, 20);
  made.set([16, 6, 0, 0, 1], 24);
  made.writeUInt32BE(crc32(made.subarray(12, 29)), 29);
  return made;
};

interface Pdf {
  pages?: Buffer[];
  catalog?: string;
  more?: string;
  filter?: string;
}

/** A PDF with pictures, and whatever else stands in it. */
export const pdf = ({ pages = [], catalog = '', more = '', filter = '/DCTDecode' }: Pdf = {}): Buffer =>
  Buffer.concat([
    text(`%PDF-1.7\n1 0 obj\n<< /Type /Catalog ${catalog} >>\nendobj\n${more}`),
    ...pages.flatMap((page, at) => [
      text(`${at + 9} 0 obj\n<< /Subtype /Image /Filter ${filter} /Length ${page.length} >>\nstream\r\n`),
      page,
      text('\nendstream\nendobj\n'),
    ]),
    text(`trailer\n<< /Root 1 0 R >>\n%%EOF\n`),
  ]);

const script = `/OpenAction << /S /JavaScript /JS (app.alert\\('${planted}'\\)) >>`;
const ftyp = (brand: string): Buffer =>
  Buffer.concat([Buffer.from([0, 0, 0, 24]), text(`ftyp${brand}`), Buffer.alloc(64)]);

/** A file, what it calls itself, and what is said of it; `taken`: a picture is made of it. */
export type Hostile = readonly [what: string, content: Buffer, name: string, type: string, code: string];

/** All of them, made once. */
export const hostileFiles = async (): Promise<Hostile[]> => {
  const [jpeg, png, webp] = [
    await photo(),
    await plain().withExif(exif).png().toBuffer(),
    await plain().withExif(exif).webp().toBuffer(),
  ];
  const inPasses = await plain().jpeg({ progressive: true }).toBuffer();
  const tiny = await sharp(jpeg).resize(10).jpeg().toBuffer();
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" onload="alert('${planted}')"/>`;
  const pages = [jpeg];
  const bomb = packed();
  return [
    ['a drawing with a script', text(svg), 'a.svg', 'image/svg+xml', 'file_type'],
    ['a drawing that calls itself JPEG', text(svg), 'a.jpg', 'image/jpeg', 'file_type'],
    ['a drawing behind a declaration', text(`<?xml version="1.0"?>${svg}`), 'a.png', 'image/png', 'file_type'],
    ['a page that calls itself JPEG', text(html), 'a.jpg', 'image/jpeg', 'file_type'],
    ['a page that calls itself PDF', text(html), 'a.pdf', 'application/pdf', 'file_type'],
    [
      'a document that asks for another one',
      text(`<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>`),
      'a.xml',
      'image/png',
      'file_type',
    ],
    ['a GIF', await sharp(jpeg).gif().toBuffer(), 'a.gif', 'image/gif', 'file_type'],
    ['a GIF that is a script', text(`GIF89a/*${planted}*/=1;alert(1)`), 'a.png', 'image/png', 'file_type'],
    ['a TIFF', await sharp(jpeg).tiff().toBuffer(), 'a.tif', 'image/tiff', 'file_type'],
    ['a BMP', text(`BM${'\0'.repeat(60)}`), 'a.bmp', 'image/bmp', 'file_type'],
    ['an AVIF', ftyp('avif'), 'a.avif', 'image/avif', 'file_type'],
    ['an MP4', ftyp('isom'), 'a.jpg', 'image/jpeg', 'file_type'],
    ['a HEIC', ftyp('heic'), 'a.heic', 'image/heic', 'heic_unreadable'],
    ['a HEIC that calls itself JPEG', ftyp('mif1'), 'a.jpg', 'image/jpeg', 'heic_unreadable'],
    ['a JPEG XL', Buffer.from([0xff, 0x0a, 0, 0]), 'a.jxl', 'image/jxl', 'file_type'],
    ['a program for Windows', text(`MZ\u0090${planted}`), 'a.jpg', 'image/jpeg', 'file_type'],
    ['a program for Linux', text(`\u007fELF${planted}`), 'a.jpg', 'image/jpeg', 'file_type'],
    ['a script of a shell', text(`#!/bin/sh\n${planted}`), 'a.jpg', 'image/jpeg', 'file_type'],
    ['a program for a server', text(php), 'a.php', 'image/jpeg', 'file_type'],
    ['an archive', zip, 'a.zip', 'application/zip', 'file_type'],
    ['a film in RIFF', text(`RIFF\0\0\0\0AVI ${planted}`), 'a.webp', 'image/webp', 'file_type'],
    ['a PostScript', text(`%!PS-Adobe-3.0\n(${planted}) print`), 'a.pdf', 'application/pdf', 'file_type'],
    ['a PDF behind a page', Buffer.concat([text(html), pdf({ pages })]), 'a.pdf', 'application/pdf', 'file_type'],
    ['nothing', Buffer.alloc(0), 'a.jpg', 'image/jpeg', 'file_type'],
    ['one byte', Buffer.from([0xff]), 'a.jpg', 'image/jpeg', 'file_type'],
    ['the beginning of a JPEG', jpeg.subarray(0, 20), 'a.jpg', 'image/jpeg', 'file_broken'],
    ['half of a JPEG', jpeg.subarray(0, -600), 'a.jpg', 'image/jpeg', 'file_broken'],
    ['the beginning of a PNG', png.subarray(0, 16), 'a.png', 'image/png', 'file_broken'],
    ['half of a PNG', png.subarray(0, -60), 'a.png', 'image/png', 'file_broken'],
    ['half of a WebP', webp.subarray(0, 60), 'a.webp', 'image/webp', 'file_broken'],
    ['a PNG of no size', bombs.png(png, 0, 0), 'a.png', 'image/png', 'file_broken'],
    ['a PNG of 3.6 gigapixels', bombs.png(png, 60_000, 60_000), 'a.png', 'image/png', 'picture_large'],
    ['a PNG of half a gigabyte in 59 megapixels', deep(png, 7_700, 7_700), 'a.png', 'image/png', 'picture_large'],
    ['a PNG as long as a street', bombs.png(png, 100_000, 400), 'a.png', 'image/png', 'picture_large'],
    ['a JPEG of 4.2 gigapixels', bombs.jpeg(jpeg, 65_000, 65_000), 'a.jpg', 'image/jpeg', 'picture_large'],
    ['a JPEG of 40 megapixels in passes', bombs.jpeg(inPasses, 8_000, 5_000), 'a.jpg', 'image/jpeg', 'picture_large'],
    ['a WebP of 268 megapixels', bombs.webp(webp), 'a.webp', 'image/webp', 'file_broken'],
    ['a stamp', tiny, 'a.jpg', 'image/jpeg', 'picture_small'],
    ['a PDF that runs', pdf({ catalog: script }), 'a.pdf', 'application/pdf', 'pdf_no_scan'],
    [
      'a PDF that starts a program',
      pdf({ catalog: `/OpenAction << /S /Launch /F (${planted}) >>` }),
      'a.pdf',
      'application/pdf',
      'pdf_no_scan',
    ],
    [
      'a PDF of text',
      pdf({ more: `4 0 obj\n<< /Length 9 >>\nstream\n(${planted}) Tj\nendstream\nendobj\n` }),
      'a.pdf',
      'application/pdf',
      'pdf_no_scan',
    ],
    [
      'a locked PDF',
      pdf({ pages, more: '5 0 obj\n<< /Encrypt 6 0 R >>\nendobj\n' }),
      'a.pdf',
      'application/pdf',
      'pdf_no_scan',
    ],
    ['a PDF of five pages', pdf({ pages: [jpeg, jpeg, jpeg, jpeg, jpeg] }), 'a.pdf', 'application/pdf', 'pdf_no_scan'],
    [
      'a PDF with half of a picture',
      pdf({ pages: [jpeg.subarray(0, 300)] }),
      'a.pdf',
      'application/pdf',
      'file_broken',
    ],
    [
      'a PDF with a page that calls itself a picture',
      pdf({ pages: [text(html)] }),
      'a.pdf',
      'application/pdf',
      'file_broken',
    ],
    [
      'a PDF with a picture of 4.2 gigapixels',
      pdf({ pages: [bombs.jpeg(jpeg, 65_000, 65_000)] }),
      'a.pdf',
      'application/pdf',
      'picture_large',
    ],
    ['a JPEG that says where it was taken', jpeg, 'a.jpg', 'image/jpeg', 'taken'],
    ['a PNG that says where it was taken', png, 'a.png', 'image/png', 'taken'],
    ['a WebP that says where it was taken', webp, 'a.webp', 'image/webp', 'taken'],
    ['a JPEG with an archive behind it', Buffer.concat([jpeg, zip]), 'a.jpg', 'image/jpeg', 'taken'],
    ['a JPEG with a page behind it', Buffer.concat([jpeg, text(html)]), 'a.html', 'text/html', 'taken'],
    ['a JPEG with a program in a comment', withComment(jpeg, php), 'a.php.jpg', 'image/jpeg', 'taken'],
    ['a PNG with words in a chunk', withChunk(png, 'tEXt', `Comment\0${planted}`), 'a.png', 'image/png', 'taken'],
    [
      'a PNG with words that unpack to a hundred megabytes',
      withChunks(png, chunk('zTXt', Buffer.concat([text('Comment\0\0'), bomb]))),
      'a.png',
      'image/png',
      'taken',
    ],
    [
      'a PNG with colours that unpack to a hundred megabytes',
      withChunks(png, chunk('iCCP', Buffer.concat([text('x\0\0'), bomb]))),
      'a.png',
      'image/png',
      'taken',
    ],
    [
      'a PDF of a stream that unpacks to a hundred megabytes',
      pdf({ pages: [bomb], filter: '/FlateDecode' }),
      'a.pdf',
      'application/pdf',
      'pdf_no_scan',
    ],
    [
      'a PDF with a picture that is packed twice',
      pdf({ pages: [deflateSync(jpeg)], filter: '[/FlateDecode /DCTDecode]' }),
      'a.pdf',
      'application/pdf',
      'pdf_no_scan',
    ],
    ['a PNG that calls itself a drawing', png, 'a.svg', 'image/svg+xml', 'taken'],
    [
      'a PDF of a scan that runs, and says where it was taken',
      pdf({ pages, catalog: script }),
      'a.pdf',
      'application/pdf',
      'taken',
    ],
    [
      'a PDF with a file attached',
      pdf({
        pages,
        catalog: '/Names << /EmbeddedFiles 7 0 R >>',
        more: `7 0 obj\n<< /Type /EmbeddedFile /Length 18 >>\nstream\n${planted}\nendstream\nendobj\n`,
      }),
      'a.pdf',
      'application/pdf',
      'taken',
    ],
    [
      'a PDF whose names are written in numbers',
      pdf({ pages, filter: '/D#43TDecode' }),
      'a.pdf',
      'application/pdf',
      'taken',
    ],
  ];
};
