import assert from "node:assert/strict";
import { type CodeFiles, scoreEdges, scoreText } from "../support/code_base.ts";

const FILES: CodeFiles = {
  "go.mod": "module example.com/shop\n\ngo 1.22\n\nreplace example.com/tool => ./tool\n",
  "tool/go.mod": "module example.com/tool\n",
  "nested/go.mod": "module example.com/shop/nested/v2 // own module\n",
  "tool/tool.go": `package tool

func Sharpen() int { return dull() } //> tool/tool.go:dull

func dull() int { return 1 }
`,
  "nested/nested.go": `package nested

func Deep() {}
`,
  "store/store.go": `package store

import (
	"fmt"

	"example.com/shop/model"
)

type Base struct{ log *Logger }

func (b *Base) Close() { b.log.Flush() } //> Logger.Flush

type Store struct {
	Base
	items  []*model.Item
	index  map[string]*model.Item
	cache  *Cache
	onSave func(int)
}

func New() (*Store, error) {
	s := &Store{}
	s.reset() //> (*Store).reset
	return s, nil
}

func (s *Store) Save(item *model.Item) error {
	if err := item.Validate(); err != nil { //> (*Item).Validate
		return fmt.Errorf("save: %w", err)
	}
	s.cache.Put(item.Name()) //> (*Cache).Put, Item.Name
	s.onSave(1)
	s.Close() //> (*Base).Close
	return nil
}

func Open(path string) *Store {
	store, err := New() //> store/store.go:New
	if err != nil {
		panic(err)
	}
	store.reset() //> (*Store).reset
	return store
}
`,
  "store/cache.go": `package store

import m "example.com/shop/model"

type Cache struct{ last *m.Item }

func (s *Store) reset() { s.cache = newCache() } //> newCache

func newCache() *Cache { return &Cache{last: m.NewItem("x")} } //> NewItem

func (c *Cache) Put(key string) { c.last.Validate() } //> (*Item).Validate

type Logger struct{}

func (Logger) Flush() {}
func (*Logger) Level() int { return 0 }
`,
  "store/store_test.go": `package store

import "testing"

func helper() *Store { return Open("x") } //> Open

func TestSave(t *testing.T) {
	helper().Save(nil) //> helper, (*Store).Save
	t.Run("sub", func(t *testing.T) {
		s, _ := New() //> store/store.go:New
		s.Save(nil) //> (*Store).Save
	})
}
`,
  "store/outside_test.go": `package store_test

import (
	"testing"

	. "example.com/shop/store"
)

func TestOpen(t *testing.T) {
	s := Open("x") //> Open
	s.Save(nil) //> (*Store).Save
	helper()
}
`,
  "model/item.go": `package model

type Item struct{ name string }

func NewItem(name string) *Item { return &Item{name} }

func (i *Item) Validate() error { return check(i.name) } //> check

func (i Item) Name() string { return i.name }

func check(string) error { return nil }

type Shape interface {
	Area() float64
	Scale(by float64)
}

type Square struct{}

func (Square) Area() float64    { return 1 }
func (Square) Scale(by float64) {}

type Half struct{}

func (Half) Area() float64 { return 2 }

func Total(shapes []Shape, first Shape) float64 {
	return first.Area() //> Shape.Area, Square.Area
}

type List[T any] struct{ items []T }

func (l *List[T]) Push(item T) { l.grow() } //> (*List).grow
func (l *List[T]) grow()       {}

func Map[T, U any](in []T, f func(T) U) []U { return nil }

var Default = NewItem("default") //> NewItem
`,
  "main.go": `package main

import (
	"net/http"

	"example.com/other/store2"
	"example.com/shop/model"
	v2 "example.com/shop/nested/v2"
	st "example.com/shop/store"
	"example.com/tool"
)

func handler(w http.ResponseWriter, r *http.Request) {}

type app struct{ store *st.Store }

func (a *app) serve() {
	http.HandleFunc("/", handler) //> handler
	a.store.Save(model.Default) //> (*Store).Save
	model.Default.Validate() //> (*Item).Validate
}

func main() {
	tool.Sharpen() //> Sharpen
	v2.Deep() //> Deep
	store2.Open()
	a := app{store: st.Open("x")} //> Open
	a.serve() //> (*app).serve
	var item model.Item
	item.Name() //> Item.Name
	l := model.List[int]{}
	l.Push(1) //> (*List).Push
	model.Map[int, string](nil, format) //> Map, format
	func() { check() }() //> main.go:check
	defer check() //> main.go:check
	check := func() {}
	check() //> main.check
	var x any = item
	if it, ok := x.(*model.Item); ok {
		it.Validate() //> (*Item).Validate
	}
	for _, each := range items() { //> items
		each.Validate() //> (*Item).Validate
	}
}

func items() []*model.Item { return nil }
func check()            {}
func format(int) string { return "" }
func reset()            {}
`,
  "vendor/example.com/shop/store/store.go": `package store

func Open(path string) int { return 0 }
`,
  "scripts/other.py": "def reset():\n    handler()\n",
};

Deno.test("callers of Go are found where its users see them", async () => {
  const score = await scoreEdges(FILES, "go");
  console.log(scoreText(score));
  assert.ok(score.labelled >= 30);
  assert.ok(score.precision >= 0.95);
  assert.ok(score.recall >= 0.75);
});
