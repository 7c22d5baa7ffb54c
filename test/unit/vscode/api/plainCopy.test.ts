import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { plainCopy } from '../../../../src/vscode/api/plainCopy.ts';

const invalid = { name: 'PrecisError', code: 'invalid-input' };
const tooLarge = { name: 'PrecisError', code: 'too-large' };

describe('a plain copy of what another extension gives', () => {
	it('has the same data and shares none of it', () => {
		fc.assert(
			fc.property(fc.jsonValue({ maxDepth: 4 }), (value) => {
				// A prototype is refused, see below.
				fc.pre(!JSON.stringify(value).includes('__proto__'));
				assert.deepEqual(JSON.stringify(plainCopy(value)), JSON.stringify(value));
			}),
		);
		const message = { role: 'user', content: [{ type: 'text', text: 'Hello' }] };
		const copy = plainCopy(message) as typeof message;
		assert.notEqual(copy.content[0], message.content[0]);
	});

	it('leaves out what is undefined', () => {
		assert.deepEqual(Object.keys(plainCopy({ focus: undefined, key: 'a' }) as object), ['key']);
	});

	it('asks getters and proxies once', () => {
		const asked: PropertyKey[] = [];
		const hostile = new Proxy(
			{ role: 'user', content: 'x' },
			{
				get(target, key) {
					asked.push(key);
					return Reflect.get(target, key) as unknown;
				},
			},
		);
		assert.deepEqual({ ...(plainCopy(hostile) as object) }, { role: 'user', content: 'x' });
		assert.deepEqual(asked, ['role', 'content']);
	});

	it('asks a list for its length once, however it grows', () => {
		const growing = new Proxy([] as unknown[], {
			get: (list, key) =>
				key === 'length' ? list.push('more') : (Reflect.get(list, key) as unknown),
		});
		assert.deepEqual(plainCopy(growing), ['more']);
		for (const [length, expected] of [
			[-1, invalid],
			[0.5, invalid],
			['1', invalid],
			[1e12, tooLarge],
		] as const) {
			const lying = new Proxy([], { get: () => length });
			assert.throws(() => plainCopy(lying), expected);
		}
	});

	it('cannot be given a prototype', () => {
		assert.throws(() => plainCopy(JSON.parse('{"__proto__":{"polluted":true}}')), invalid);
		const copy = plainCopy(
			Object.create({ polluted: true }, { own: { value: 1, enumerable: true } }),
		);
		assert.deepEqual(copy, { own: 1 });
		assert.equal(Object.getPrototypeOf(copy), Object.prototype);
	});

	it('is not made of what is no data', () => {
		const circular: unknown[] = [];
		circular.push(circular);
		for (const value of [
			() => 1,
			Symbol('x'),
			1n,
			[new Map([[1, () => 1]]), () => 1],
			circular,
			Object.defineProperty({}, 'role', {
				enumerable: true,
				get: () => assert.fail('thrown by a getter'),
			}),
			new Proxy({}, { ownKeys: () => assert.fail('thrown by a proxy') }),
		]) {
			assert.throws(() => plainCopy(value), invalid);
		}
		const { proxy, revoke } = Proxy.revocable({}, {});
		revoke();
		assert.throws(() => plainCopy([proxy]), invalid);
	});

	it('is no larger than a call may be', () => {
		const half = 'x'.repeat(8_000_000);
		assert.doesNotThrow(() => plainCopy([half, half]));
		assert.throws(() => plainCopy([half, half, 'x']), tooLarge);
		assert.throws(() => plainCopy(Array.from({ length: 300_000 }, () => 0)), tooLarge);
		assert.throws(() => plainCopy({ content: Object.assign([], { length: 1e9 }) }), tooLarge);
	});
});
