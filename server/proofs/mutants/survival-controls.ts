import crypto from 'node:crypto';
import { EventEmitter } from 'node:events';
import http from 'node:http';
import nodemailer from 'nodemailer';
import pg from 'pg';
import type { Control } from './control.ts';
import * as survival from './survival-probes.ts';

/** Mails leave with one of their guards missing. */
function withoutGuard(guard: 'disableFileAccess' | 'disableUrlAccess') {
  return () => {
    const { createTransport } = nodemailer;
    const changed: typeof createTransport = (...how: Parameters<typeof createTransport>) => {
      const transport = createTransport(...how);
      const send = transport.sendMail.bind(transport);
      transport.sendMail = (mail: object) => send({ ...mail, [guard]: false });
      return transport;
    };
    nodemailer.createTransport = changed;
    return () => void (nodemailer.createTransport = createTransport);
  };
}

/** Other methods than a library's own. */
function replaced(of: object, methods: Readonly<Record<string, () => unknown>>) {
  return () => {
    const own = Object.fromEntries(Object.keys(methods).map((name) => [name, Reflect.get(of, name)]));
    Object.assign(of, methods);
    return () => void Object.assign(of, own);
  };
}

/** What lets the system stop, say that it cannot, and come back. */
export const SURVIVAL: readonly Control[] = [
  {
    name: 'a stop does not wait for what never ends',
    probe: survival.stopsInTime,
    mutants: {
      'no connection is cut': { library: replaced(http.Server.prototype, { closeAllConnections: () => undefined }) },
    },
  },
  {
    name: 'a queue for connections has an end',
    probe: survival.boundedQueue,
    mutants: {
      'those who wait are not counted': {
        library: () => {
          Object.defineProperty(pg.Pool.prototype, 'waitingCount', { configurable: true, get: () => 0 });
          return () => void Reflect.deleteProperty(pg.Pool.prototype, 'waitingCount');
        },
      },
    },
  },
  {
    name: 'calls on a database that is frozen are given up',
    probe: survival.frozenDatabase,
    mutants: {
      'connections in use are not known': {
        library: () => {
          const on = function (this: pg.Pool, event: string, listener: () => void) {
            return event === 'acquire' ? this : EventEmitter.prototype.on.call(this, event, listener);
          };
          Object.defineProperty(pg.Pool.prototype, 'on', { configurable: true, value: on });
          return () => void Reflect.deleteProperty(pg.Pool.prototype, 'on');
        },
      },
    },
  },
  {
    name: 'a full disk is 503, and the system is not ready',
    probe: survival.fullDisk,
    mutants: { 'what the database says is not read': { failing: () => new Error('It failed.') } },
  },
  {
    name: 'a backup that was altered is refused',
    probe: survival.sealedBackup,
    mutants: {
      'its seals are not looked at': {
        library: replaced(crypto.Decipheriv.prototype, { final: () => Buffer.alloc(0) }),
      },
    },
  },
  {
    name: 'a mail fetches neither files nor addresses',
    probe: survival.mailFetchesNothing,
    mutants: {
      'files are read': { library: withoutGuard('disableFileAccess') },
      'addresses are fetched': { library: withoutGuard('disableUrlAccess') },
    },
  },
];
